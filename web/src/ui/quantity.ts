/// Numbers as people read them. One place, so that all views write them alike.

const kWhole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/// 19508428800 -> "19,508,428,800"
export function whole(value: number): string {
  return kWhole.format(value);
}

/// "1 row", "2 rows", "1,000 rows"
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${whole(value)} ${value === 1 ? one : many}`;
}

export function fixed(value: number | null | undefined, digits: number): string {
  return value === null || value === undefined ? "" : value.toFixed(digits);
}

/// A share of 0 .. 1 in per cent, with as many digits as it needs to be told from 0: "51.2 %", "0.05 %", "0.0014 %".
export function percent(share: number): string {
  const value = share * 100;
  if (value === 0) return "0 %";
  if (value >= 0.95) return `${value.toFixed(1)} %`;
  const digits = Math.min(10, 1 - Math.floor(Math.log10(value)));
  return `${value.toFixed(digits)} %`;
}

/// 681246720 -> "681 MB"; in powers of ten, as disks are sold.
export function bytes(value: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let unit = 0;
  let rest = value;
  while (rest >= 999.5 && unit < units.length - 1) {
    rest /= 1000;
    ++unit;
  }
  return `${unit === 0 || rest >= 99.5 ? rest.toFixed(0) : rest.toFixed(1)} ${units[unit]}`;
}

/// 4.23 -> "4.2 s", 75 -> "1 min 15 s", 9000 -> "2 h 30 min", 200000 -> "2 d 7 h"
export function duration(seconds: number): string {
  if (seconds < 59.95) return `${seconds < 9.95 ? seconds.toFixed(1) : seconds.toFixed(0)} s`;
  const total = Math.round(seconds);
  const parts: [number, string][] = [
    [Math.floor(total / 86400), "d"],
    [Math.floor(total / 3600) % 24, "h"],
    [Math.floor(total / 60) % 60, "min"],
    [total % 60, "s"],
  ];
  const first = parts.findIndex(([value]) => value > 0);
  return parts
    .slice(first, first + 2)
    .filter(([value]) => value > 0)
    .map(([value, unit]) => `${value} ${unit}`)
    .join(" ");
}

/// A moment as the reader's clock shows it; with the day where that is not today.
export function localTime(when: Date, now = new Date()): string {
  const time = when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  if (when.toDateString() === now.toDateString()) return time;
  const sameYear = when.getFullYear() === now.getFullYear();
  const day = when.toLocaleDateString([], { day: "numeric", month: "short", year: sameYear ? undefined : "numeric" });
  return `${day}, ${time}`;
}
