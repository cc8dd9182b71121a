-- Flips what it has unflipped, and takes coins with what is left of its turn.
-- build: ghc -O -o voltea voltea.hs
-- run: ./voltea POSITION
import System.Environment (getArgs)

main :: IO ()
main = do
  position <- fmap head getArgs
  let fields = split ';' position
      players = map (split '_') (drop 3 fields)
      own = head (filter ((== fields !! 1) . head) players)
      flips = min 3 (read (own !! 3)) :: Int
  putStrLn (replicate flips 'F' ++ replicate (3 - flips) '1')

split :: Char -> String -> [String]
split mark text = case break (== mark) text of
  (part, _ : rest) -> part : split mark rest
  (part, []) -> [part]
