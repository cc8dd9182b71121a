/* The search: a tree of moves, grown by games played to their end. */
#ifndef ARBOL_H
#define ARBOL_H

#include "tablero.h"

/* What came out of a search: the move, and the share of games that were won with it. */
typedef struct {
    int at;
    double won;
} choice;

/* Plays `games` games from the position and says which move is best, apart from those in
   `forbidden`, one mark a place. */
choice search(const board *root, int games, const uint8_t *forbidden);

#endif
