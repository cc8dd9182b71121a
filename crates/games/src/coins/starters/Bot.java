// {{protocol}}

import java.util.ArrayList;
import java.util.List;

public class Bot {
    record Player(int number, long points, long flipped, long unflipped) {}

    static String choose(Player me, List<Player> players, long coins, int round) {
        // {{idea}}
        if (me.unflipped() >= 3) {
            return "FFF";
        }
        if (me.unflipped() == 2) {
            return "FFN";
        }
        if (me.unflipped() == 1) {
            return "F1F";
        }
        return "2FF";
    }

    public static void main(String[] arguments) {
        // {{question}}
        String[] parts = arguments[0].split(";");
        int round = Integer.parseInt(parts[0]);
        int number = Integer.parseInt(parts[1]);
        long coins = Long.parseLong(parts[2]);
        List<Player> players = new ArrayList<>();
        Player me = null;
        for (int index = 3; index < parts.length; index++) {
            String[] told = parts[index].split("_");
            Player player = new Player(Integer.parseInt(told[0]), Long.parseLong(told[1]),
                    Long.parseLong(told[2]), Long.parseLong(told[3]));
            players.add(player);
            if (player.number() == number) {
                me = player;
            }
        }
        System.out.println(choose(me, players, coins, round));
    }
}
