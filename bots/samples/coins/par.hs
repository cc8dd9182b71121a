-- Takes two coins and flips them.
-- build: ghc -O -o par par.hs
-- run: ./par POSITION
main :: IO ()
main = putStrLn "2FF"
