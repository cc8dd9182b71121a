// {{protocol}}

function choose(me, players, coins, round) {
  // {{idea}}
  if (me.unflipped >= 3) {
    return "FFF";
  }
  if (me.unflipped === 2) {
    return "FFN";
  }
  if (me.unflipped === 1) {
    return "F1F";
  }
  return "2FF";
}

// {{question}}
const [round, number, coins, ...others] = process.argv[2].split(";");
const players = others.map((player) => {
  const [id, points, flipped, unflipped] = player.split("_").map(Number);
  return { id, points, flipped, unflipped };
});
const me = players.find((player) => player.id === Number(number));
console.log(choose(me, players, Number(coins), Number(round)));
