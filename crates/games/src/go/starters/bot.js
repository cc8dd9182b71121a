// {{protocol}}

const fs = require("node:fs");

function neighbours(board, row, column, kind) {
  const around = [[row - 1, column], [row + 1, column], [row, column - 1], [row, column + 1]];
  return around.filter(([r, c]) => board[r] !== undefined && board[r][c] === kind).length;
}

function choose(board, prisoners, me) {
  const rival = me === "1" ? "2" : "1";
  let best = "pass";
  let most = 0;
  for (let row = 0; row < board.length; row++) {
    for (let column = 0; column < board.length; column++) {
      const free = neighbours(board, row, column, "0");
      // {{legal}}
      if (board[row][column] !== "0" || free === 0) {
        continue;
      }
      // {{idea}}
      const value = 2 * neighbours(board, row, column, rival) + free;
      if (value > most) {
        most = value;
        best = `${row + 1} ${column + 1}`;
      }
    }
  }
  return best;
}

// {{question}}
const words = fs.readFileSync(0, "utf8").split(/\s+/).filter((word) => word !== "");
const [black, white, me] = words.slice(-3);
console.log(choose(words.slice(0, -3), [Number(black), Number(white)], me));
