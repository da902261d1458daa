/// What a test reads off a cube on the page.
export const kScramble = "B2 U' L2 U F2 L2 D2 L2 U F2 L F2 L D U L' D2 F' U2 B"; // of the README
export const kColours = [..."YWORGB"]; // the order of columns
export const kFaceOf = { W: "U", R: "R", G: "F", Y: "D", O: "L", B: "B" };
export const kColourOf = { U: "W", R: "R", F: "G", D: "Y", L: "O", B: "B" };

/// As an address has it.
export const inAddress = (text) => text.replaceAll(" ", "_").replaceAll("'", "-");

/// 54 letters of faces as the 54 letters of colours that a net shows.
export const inColours = (facelets) => [...facelets].map((face) => kColourOf[face] ?? face).join("");

/// The letters on a net, in the order of facelets; "." is a grey sticker.
export function lettersOf(net) {
  return net.locator(".net-cell").evaluateAll((cells) => cells.map((cell) => cell.textContent.trim() || ".").join(""));
}

/// How the cube in three dimensions is drawn: the share of its picture in each of the colours of stickers.
export function paintOf(page) {
  return page.locator("twisty-player").evaluate(async (player) => {
    const picture = new Image();
    picture.src = await player.experimentalScreenshot({ width: 240, height: 240 });
    await picture.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [picture.width, picture.height];
    const context = canvas.getContext("2d");
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const kinds = { W: [251, 251, 248], Y: [255, 214, 10], O: [255, 139, 31], R: [224, 53, 47], G: [42, 169, 87], B: [47, 111, 224] };
    const shares = Object.fromEntries(Object.keys(kinds).map((name) => [name, 0]));
    for (let i = 0; i < data.length; i += 4)
      for (const [name, rgb] of Object.entries(kinds))
        if (data[i + 3] > 200 && rgb.every((value, k) => Math.abs(value - data[i + k]) < 24)) shares[name] += 4 / data.length;
    return shares;
  });
}
