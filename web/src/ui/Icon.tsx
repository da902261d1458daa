/// Line drawings of 24 x 24, beside words or with a label on the button around them.
const kPaths = {
  cube: "M12 2.8 20 7.4v9.2l-8 4.6-8-4.6V7.4zM4 7.4l8 4.6 8-4.6M12 12v9.2",
  cfop: "M4 4h16v16H4zM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16",
  solve: "M4 12.5 9.5 18 20 6.5",
  practice: "M12 8v5l3 2M12 4.5a8.3 8.3 0 1 0 0 16.6 8.3 8.3 0 0 0 0-16.6M9.5 2.5h5",
  statistics: "M4 20h16M6.5 20v-6M12 20V5M17.5 20V10",
  research: "M9.5 3h5M10.5 3v6L4.8 18.6A1.6 1.6 0 0 0 6.2 21h11.6a1.6 1.6 0 0 0 1.4-2.4L13.5 9V3M7.5 15h9",
  tables: "M4 6.5C4 5 7.6 3.8 12 3.8S20 5 20 6.5 16.4 9.2 12 9.2 4 8 4 6.5zM4 6.5v11c0 1.5 3.6 2.7 8 2.7s8-1.2 8-2.7v-11M4 12c0 1.5 3.6 2.7 8 2.7s8-1.2 8-2.7",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  moon: "M20 14.2A8.2 8.2 0 0 1 9.8 4a8.2 8.2 0 1 0 10.2 10.2z",
  auto: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 3.5v17M15 4.6v14.8M18 6.3v11.4",
  dice: "M5.5 3.5h13a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2M8.5 8.5h.01M15.5 8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01",
  start: "M6 5v14M19 5v14L9 12z",
  back: "M17 5v14L7 12z",
  on: "M7 5v14l10-7z",
  end: "M18 5v14M5 5v14l10-7z",
  stop: "M6 6h12v12H6z",
  play: "M7 4.5v15l12.5-7.5z",
} as const;
export type IconName = keyof typeof kPaths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round">
      <path d={kPaths[name]} />
    </svg>
  );
}
