// {{protocol}}

const { createInterface } = require("node:readline");

const WORTH = { p: 1, n: 3, b: 3, r: 5, q: 9, k: 0 };

function pieces(fen) {
    const found = {};
    fen.split(" ")[0].split("/").forEach((text, row) => {
        let file = 0;
        for (const letter of text) {
            if (letter >= "1" && letter <= "8") {
                file += Number(letter);
            } else {
                found["abcdefgh"[file] + (8 - row)] = letter;
                file += 1;
            }
        }
    });
    return found;
}

function choose(fen, moves) {
    const there = pieces(fen);
    // {{idea}}
    let best = null;
    let most = -1;
    for (const move of moves) {
        const taken = there[move.slice(2, 4)];
        const value = (taken ? WORTH[taken.toLowerCase()] : 0) + (move.endsWith("q") ? 8 : 0);
        if (value >= most) [best, most] = [move, value];
    }
    return best;
}

let fen = null;
createInterface({ input: process.stdin }).on("line", (line) => {
    // {{farewell}}
    if (line.trim() === "fin") process.exit(0);
    // {{question}}
    if (fen === null) {
        fen = line;
        return;
    }
    const move = choose(fen, line.trim().split(" "));
    fen = null;
    // {{flush}}
    process.stdout.write(move + "\n");
});
