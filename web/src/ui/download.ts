/// Hands a text to the reader as a file. Nothing is sent anywhere: the address is that of memory in this page.
export function download(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000); // some browsers read it only after the click has returned
}

/// Lines of CSV as RFC 4180 wants them: quotes where a field needs them, doubled inside, and CRLF at the ends.
export function csv(rows: (string | number | null | undefined)[][]): string {
  return rows.map((row) => row.map(field).join(",") + "\r\n").join("");
}

function field(value: string | number | null | undefined): string {
  const text = value === null || value === undefined ? "" : String(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
