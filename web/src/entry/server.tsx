/// The page as `halfturn serve` serves it: the engines are in the server.
import type { Home } from "../app/home";
import { firstStages } from "../app/home";
import { start } from "../app/start";
import { ApiEngine } from "../engine/api";
import { HttpTransport } from "../engine/http";
import { takeToken } from "./token";

const kHome: Home = {
  where: "server",
  patience: 15_000,
  assumed: {
    variants: ["std", "pseudo", "pair", "pseudo_pair", "eo"],
    stages: firstStages(5),
    distributions: ["cross"],
    metrics: ["half", "quarter"],
    can: { optimal: true, coset: true, campaigns: true, build_tables: true },
  },
  wantedTables: null,
  looking: "Looking for the server …",
  away: <><strong>The server does not answer.</strong> Start it again with <code>./halfturn serve</code>; the page goes on by itself when it is back.</>,
  gone: { message: "the server went away before it was done", hint: "start the server again with ./halfturn serve, then try again" },
  tables: "They are built once, on your own disk, and stay there.",
  privacy: <>The page talks to the halfturn that served it and to nobody else: no fonts, scripts or counters from elsewhere, no cookies. What you practise and how you like the page is kept in this browser alone; files that you open in Statistics are read by your own halfturn and not kept.</>,
  files: "It is read by your own halfturn and stays on this machine.",
  links: [{ href: "/api/v1/openapi.json", text: "The interface for programs, as OpenAPI", id: "api-link" }],
  more: null,
};

start(new ApiEngine(new HttpTransport("/api/v1", takeToken())), kHome);
