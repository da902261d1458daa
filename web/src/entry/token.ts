/// The token that the address was opened with (?token=..), where the server asks for one. It is taken out of the address, so that
/// shared links do not carry it, and kept for this tab alone.
export function takeToken(): string | null {
  const kKey = "halfturn.token";
  const address = new URL(location.href);
  const given = address.searchParams.get("token");
  try {
    if (given) sessionStorage.setItem(kKey, given);
  } catch {
    // kept for this load only
  }
  if (given) {
    address.searchParams.delete("token");
    history.replaceState(null, "", address);
    return given;
  }
  try {
    return sessionStorage.getItem(kKey);
  } catch {
    return null;
  }
}
