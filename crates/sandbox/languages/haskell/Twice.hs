module Main where

import System.Environment (getArgs)

main :: IO ()
main = do
  line <- getLine
  arguments <- getArgs
  putStrLn (line ++ line ++ concat arguments)
