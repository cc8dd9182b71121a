// {{protocol}}

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

public class Bot {
    static char choose(String choices) {
        // {{idea}}
        char best = 'A';
        for (char option = 'B'; option <= 'C'; option++) {
            if (count(choices, option) < count(choices, best)) best = option;
        }
        return best;
    }

    static long count(String choices, char option) {
        return choices.chars().filter(other -> other == option).count();
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            // {{farewell}}
            if (line.trim().equals("fin")) break;
            // {{question}}
            String[] words = line.trim().split(" ");
            // {{flush}}
            System.out.println(choose(words[4]));
            System.out.flush();
        }
    }
}
