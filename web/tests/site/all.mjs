/// Everything that is tested of the page as a site of files: the flows that it shares with the page of `halfturn serve`, and its own.
/// In one process, so that the browser builds its tables once.
for (const name of ["cube", "cfop", "solve", "practice", "statistics", "keyboard", "appearance", "site/alone", "site/offers"])
  await import(`../${name}.test.mjs`);
