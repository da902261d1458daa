/// All views but the first, as one file for the browser.
export { CfopView } from "./cfop/index";
export { PracticeView } from "./practice/index";
export { ResearchView } from "./research/index";
export { SolveView } from "./solve/index";
export { StatisticsView } from "./statistics/index";
export { TablesView } from "./tables/index";
