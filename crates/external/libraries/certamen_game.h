/* Rules programs for Certamen in C11 on POSIX, without dependencies: library `c-1`.
 *
 * Include this file in the only source file of the game, fill a `cg_game` and call `cg_run`, which
 * answers the requests of the host, JSON Lines on standard input and output. The state is a text of
 * the game's own form. What `printf` writes goes to standard error, so that it cannot mix with
 * responses. Memory of this library is released after each request.
 */
#ifndef CERTAMEN_GAME_H
#define CERTAMEN_GAME_H

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CG_PROTOCOL = 1, CG_SEATS = 64, CG_DEPTH = 64, CG_SPECTATORS = -1 };

/* ChaCha8 with a 64-bit block counter from 0 and nonce 0, equal in all of Certamen. */
typedef struct {
    uint32_t key[8], words[16];
    uint64_t block;
    int next; /* of `words`; 16 if all are used */
} cg_rng;

typedef struct { char *text; size_t length, room; } cg_out;
typedef struct { const char **items; size_t length, room; } cg_list;
typedef struct cg_json cg_json;

/* The rules. Seats count from 0; sets of seats are bits. Required: `slug`, `seats`, `start`,
 * `to_act`, `apply`, `observe`, `scores`, and `legal` or `parse`. What stays NULL or 0 is left out
 * or has the default of its comment. `state` is what `start` or `apply` printed. */
typedef struct {
    const char *slug;
    int seats[2];        /* minimum and maximum */
    int points;          /* 0: "win-loss" */
    int hidden;          /* 1: there is more to hide than simultaneous actions */
    int internal_legal;  /* 1: players may not see the legal actions */
    const char *chance;  /* "none", "start" or "turns": where `rng` is used */
    const char *title;   /* JSON: a string, or an object by language */
    const char *options; /* JSON: an object of tables as in game.toml */
    const char *environment; /* JSON: versions of libraries that affect the rules */

    /* Prints the first state; `cg_option` reads `options`, `cg_reject` refuses them. */
    void (*start)(cg_out *state, const cg_json *options, int seats, cg_rng *rng);
    uint64_t (*to_act)(const char *state);
    /* Prints the next state; `actions[seat]` is NULL for seats that do not act. */
    void (*apply)(cg_out *next, const char *state, const char *const *actions, cg_rng *rng);
    void (*observe)(cg_out *line, const char *state, int seat);
    void (*scores)(double *scores, const char *state, int seats);
    void (*legal)(cg_list *actions, const char *state, int seat);
    /* Prints the action and returns 1, or prints the reason and returns 0; looks in `legal`. */
    int (*parse)(cg_out *action, const char *state, int seat, const char *text);
    /* These print an action; nothing printed means none. Uniform from `legal`; forfeit; none. */
    void (*sample)(cg_out *action, const char *state, int seat, cg_rng *rng);
    void (*fallback)(cg_out *action, const char *state, int seat, const char *reply);
    void (*automatic)(cg_out *action, const char *state);
    void (*forfeit)(double *scores, const char *state, int seats, uint64_t failed);
    /* Texts; nothing printed means none. The audience is a seat or CG_SPECTATORS. */
    void (*news)(cg_out *line, const char *state, int seat);
    void (*text)(cg_out *text, const char *state, int audience);
    void (*caption)(cg_out *text, const char *state, int audience);
    void (*grid)(cg_out *json, const char *state, int audience);
    void (*picture)(cg_out *json, const char *state, int audience);
    void (*detail)(cg_out *json, const char *state);
    /* Prints another state that `seat` cannot distinguish. */
    void (*resample)(cg_out *other, const char *state, int seat, cg_rng *rng);
} cg_game;

struct cg_json {
    enum { CG_NULL, CG_FALSE, CG_TRUE, CG_NUMBER, CG_STRING, CG_ARRAY, CG_OBJECT } type;
    const char *key;  /* in an object */
    const char *text; /* of a string without escapes, or a number as written */
    double number;
    int length; /* of an array or object */
    const cg_json *first, *next;
};

/* Stops the request: its response is an error with this message and the caller's line. */
#define cg_fail(...) cg_fail_at(__FILE__, __LINE__, __VA_ARGS__)
/* As `assert`, but as an error of the request. */
#define cg_check(condition) ((condition) ? (void)0 : cg_fail("%s is false", #condition))

/* ---- errors and memory ---- */

static struct {
    jmp_buf *catcher;
    char message[512], at[256], option[64];
    int rejected;
} cg_error;

#if defined(__GNUC__)
#define CG_UNUSED __attribute__((unused))
#define CG_FORMAT(place) __attribute__((unused, format(printf, place, place + 1)))
#else
#define CG_UNUSED
#define CG_FORMAT(place)
#endif

_Noreturn static void cg_fail_at(const char *file, int line, const char *format, ...) CG_FORMAT(3);
_Noreturn static void cg_fail_at(const char *file, int line, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(cg_error.message, sizeof cg_error.message, format, arguments);
    va_end(arguments);
    const char *slash = strrchr(file, '/');
    if (slash) file = slash + 1;
    cg_error.at[0] = 0;
    /* Faults that this file finds are the game's, but not in a line of it. */
    if (strcmp(file, "certamen_game.h") != 0)
        snprintf(cg_error.at, sizeof cg_error.at, "%s:%d", file, line);
    cg_error.rejected = 0;
    if (!cg_error.catcher) {
        fprintf(stderr, "%s\n", cg_error.message);
        exit(1);
    }
    longjmp(*cg_error.catcher, 1);
}

/* Refuses the options of `start`: `option` is the name of one. */
_Noreturn CG_UNUSED static void cg_reject(const char *option, const char *message) {
    snprintf(cg_error.option, sizeof cg_error.option, "%s", option);
    snprintf(cg_error.message, sizeof cg_error.message, "%s", message);
    cg_error.rejected = 1;
    longjmp(*cg_error.catcher, 1);
}

typedef struct cg_chunk { struct cg_chunk *before; size_t used, room; } cg_chunk;
static cg_chunk *cg_memory;

/* Zeroed memory until the end of the request. */
static void *cg_get(size_t size) {
    size = (size + 15) & ~(size_t)15;
    if (!cg_memory || cg_memory->room - cg_memory->used < size) {
        size_t room = size > 1 << 16 ? size : 1 << 16;
        cg_chunk *chunk = malloc(sizeof *chunk + 16 + room);
        if (!chunk) abort();
        *chunk = (cg_chunk){cg_memory, 0, room};
        cg_memory = chunk;
    }
    char *place = (char *)cg_memory + ((sizeof *cg_memory + 15) & ~(size_t)15) + cg_memory->used;
    cg_memory->used += size;
    return memset(place, 0, size);
}

static void cg_release(void) {
    while (cg_memory && cg_memory->before) {
        cg_chunk *before = cg_memory->before;
        free(cg_memory);
        cg_memory = before;
    }
    if (cg_memory) cg_memory->used = 0;
}

/* ---- texts and lists ---- */

static void cg_write(cg_out *out, const char *bytes, size_t length) {
    if (out->length + length + 1 > out->room) {
        size_t room = 2 * (out->length + length + 32);
        char *grown = cg_get(room);
        if (out->length) memcpy(grown, out->text, out->length);
        out->text = grown;
        out->room = room;
    }
    memcpy(out->text + out->length, bytes, length);
    out->length += length;
    out->text[out->length] = 0;
}

static void cg_vprint(cg_out *out, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0) cg_fail("cg_print: bad format");
    char *text = cg_get((size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    cg_write(out, text, (size_t)length);
}

/* Appends as `printf` does. */
static void cg_print(cg_out *out, const char *format, ...) CG_FORMAT(2);
static void cg_print(cg_out *out, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    cg_vprint(out, format, arguments);
    va_end(arguments);
}

/* Adds an item, written as by `printf`. */
static void cg_add(cg_list *list, const char *format, ...) CG_FORMAT(2);
static void cg_add(cg_list *list, const char *format, ...) {
    cg_out item = {0};
    va_list arguments;
    va_start(arguments, format);
    cg_vprint(&item, format, arguments);
    va_end(arguments);
    if (list->length == list->room) {
        size_t room = 2 * list->room + 16;
        const char **grown = cg_get(room * sizeof *grown);
        if (list->length) memcpy(grown, list->items, list->length * sizeof *grown);
        list->items = grown;
        list->room = room;
    }
    list->items[list->length++] = item.text ? item.text : "";
}

static void cg_quote(cg_out *out, const char *text) {
    cg_write(out, "\"", 1);
    for (const char *from = text; *from; from++) {
        unsigned char c = (unsigned char)*from;
        if (c == '"' || c == '\\') cg_print(out, "\\%c", c);
        else if (c == '\n') cg_write(out, "\\n", 2);
        else if (c < 32) cg_print(out, "\\u%04x", c);
        else cg_write(out, from, 1);
    }
    cg_write(out, "\"", 1);
}

/* ---- draws ---- */

static void cg_rng_start(cg_rng *rng, const char *hex) {
    memset(rng, 0, sizeof *rng);
    rng->next = 16;
    if (strlen(hex) != 64) cg_fail("chance: not 64 digits");
    for (int i = 0; i < 32; i++) {
        unsigned byte;
        if (sscanf(hex + 2 * i, "%2x", &byte) != 1) cg_fail("chance: not hexadecimal");
        rng->key[i / 4] |= (uint32_t)byte << 8 * (i % 4);
    }
}

#define CG_TURN(a, b, d, bits) \
    (x[a] += x[b], x[d] ^= x[a], x[d] = x[d] << bits | x[d] >> (32 - bits))

static void cg_chacha8(cg_rng *rng) {
    static const unsigned char quarters[8][4] = {
        {0, 4, 8, 12}, {1, 5, 9, 13}, {2, 6, 10, 14}, {3, 7, 11, 15},
        {0, 5, 10, 15}, {1, 6, 11, 12}, {2, 7, 8, 13}, {3, 4, 9, 14}};
    uint32_t start[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, x[16];
    memcpy(start + 4, rng->key, sizeof rng->key);
    start[12] = (uint32_t)rng->block;
    start[13] = (uint32_t)(rng->block >> 32);
    memcpy(x, start, sizeof x);
    for (int i = 0; i < 32; i++) {
        const unsigned char *q = quarters[i % 8];
        CG_TURN(q[0], q[1], q[3], 16);
        CG_TURN(q[2], q[3], q[1], 12);
        CG_TURN(q[0], q[1], q[3], 8);
        CG_TURN(q[2], q[3], q[1], 7);
    }
    for (int i = 0; i < 16; i++) rng->words[i] = x[i] + start[i];
    rng->block++;
    rng->next = 0;
}

static uint64_t cg_next_u64(cg_rng *rng) {
    if (rng->next == 16) cg_chacha8(rng);
    uint64_t low = rng->words[rng->next], high = rng->words[rng->next + 1];
    rng->next += 2;
    return low | high << 32;
}

#if defined(__GNUC__)
__extension__
#endif
typedef unsigned __int128 cg_u128;

/* A number from 0 to `bound` - 1, each equally likely; `bound` is at least 1. */
static uint64_t cg_below(cg_rng *rng, uint64_t bound) {
    if (bound == 0) cg_fail("cg_below: nothing lies below 0");
    /* Lemire, "Fast random integer generation in an interval" (2019): unbiased by rejection. */
    uint64_t threshold = -bound % bound;
    for (;;) {
        cg_u128 wide = (cg_u128)cg_next_u64(rng) * bound;
        if ((uint64_t)wide >= threshold) return (uint64_t)(wide >> 64);
    }
}

/* Puts `length` numbers in an order drawn uniformly. */
CG_UNUSED static void cg_shuffle(cg_rng *rng, int *items, int length) {
    for (int i = length - 1; i > 0; i--) {
        int j = (int)cg_below(rng, (uint64_t)i + 1), item = items[i];
        items[i] = items[j];
        items[j] = item;
    }
}

/* Brings `count` of `length` numbers to the front, in the order drawn. */
CG_UNUSED static void cg_sample(cg_rng *rng, int *items, int length, int count) {
    if (count > length) cg_fail("cg_sample: %d from %d items", count, length);
    for (int i = 0; i < count; i++) {
        int j = i + (int)cg_below(rng, (uint64_t)(length - i)), item = items[i];
        items[i] = items[j];
        items[j] = item;
    }
}

/* ---- reading JSON ---- */

static const char *cg_at; /* what remains of the line */

static void cg_blanks(void) {
    while (*cg_at == ' ' || *cg_at == '\t' || *cg_at == '\n' || *cg_at == '\r') cg_at++;
}

static unsigned cg_hex4(void) {
    unsigned code = 0;
    for (int i = 0; i < 4; i++) {
        const char *digits = "0123456789abcdef", *found = NULL;
        if (*cg_at) found = strchr(digits, *cg_at | (*cg_at >= 'A' ? 32 : 0));
        if (!found) cg_fail("request: bad escape");
        code = code * 16 + (unsigned)(found - digits);
        cg_at++;
    }
    return code;
}

static void cg_utf8(cg_out *out, unsigned code) {
    char bytes[4];
    int length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char marks[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (int i = length - 1; i > 0; i--, code >>= 6) bytes[i] = (char)(0x80 | (code & 0x3f));
    bytes[0] = (char)(marks[length] | code);
    cg_write(out, bytes, (size_t)length);
}

static void cg_read_escape(cg_out *out) {
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    if (*cg_at != 'u') {
        const char *found = *cg_at ? strchr(from, *cg_at) : NULL;
        if (!found) cg_fail("request: bad escape");
        cg_at++;
        cg_write(out, to + (found - from), 1);
        return;
    }
    cg_at++;
    unsigned code = cg_hex4();
    if (code >= 0xd800 && code < 0xdc00 && cg_at[0] == '\\' && cg_at[1] == 'u') {
        cg_at += 2;
        code = 0x10000 + ((code - 0xd800) << 10) + (cg_hex4() - 0xdc00);
    }
    /* A zero would end the text early and make an illegal reply legal. */
    cg_utf8(out, code == 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? 0xfffd : code);
}

static const char *cg_read_string(void) {
    cg_out out = {0};
    cg_write(&out, "", 0);
    for (cg_at++; *cg_at != '"'; ) {
        size_t plain = strcspn(cg_at, "\"\\");
        cg_write(&out, cg_at, plain);
        cg_at += plain;
        if (*cg_at == 0) cg_fail("request: a string has no end");
        if (*cg_at == '\\') {
            cg_at++;
            cg_read_escape(&out);
        }
    }
    cg_at++;
    return out.text;
}

static const cg_json *cg_read(int depth);

static void cg_read_items(cg_json *json, int depth) {
    char end = *cg_at++ == '{' ? '}' : ']';
    json->type = end == '}' ? CG_OBJECT : CG_ARRAY;
    const cg_json **place = &json->first;
    for (cg_blanks(); *cg_at != end; cg_blanks()) {
        const char *key = NULL;
        if (json->length && *cg_at++ != ',') cg_fail("request: a comma is missing");
        cg_blanks();
        if (end == '}') {
            if (*cg_at != '"') cg_fail("request: a key is missing");
            key = cg_read_string();
            cg_blanks();
            if (*cg_at++ != ':') cg_fail("request: a colon is missing");
        }
        cg_json *item = (cg_json *)cg_read(depth + 1);
        item->key = key;
        *place = item;
        place = &item->next;
        json->length++;
    }
    cg_at++;
}

static const cg_json *cg_read(int depth) {
    cg_json *json = cg_get(sizeof *json);
    if (depth > CG_DEPTH) cg_fail("request: nested too deeply");
    cg_blanks();
    if (*cg_at == '{' || *cg_at == '[') {
        cg_read_items(json, depth);
    } else if (*cg_at == '"') {
        json->type = CG_STRING;
        json->text = cg_read_string();
    } else {
        size_t length = strspn(cg_at, "+-.0123456789eEaflnrstu");
        cg_out word = {0};
        cg_write(&word, cg_at, length);
        cg_at += length;
        char *rest = word.text;
        json->text = word.text;
        json->number = strtod(word.text, &rest);
        json->type = strcmp(word.text, "true") == 0 ? CG_TRUE
                   : strcmp(word.text, "false") == 0 ? CG_FALSE
                   : strcmp(word.text, "null") == 0 ? CG_NULL : CG_NUMBER;
        if (json->type == CG_NUMBER && (length == 0 || *rest)) cg_fail("request: no JSON");
    }
    return json;
}

static const cg_json *cg_field(const cg_json *object, const char *key) {
    if (object && object->type == CG_OBJECT)
        for (const cg_json *item = object->first; item; item = item->next)
            if (strcmp(item->key, key) == 0) return item;
    return NULL;
}

static const cg_json *cg_need(const cg_json *object, const char *key, int type) {
    const cg_json *found = cg_field(object, key);
    if (!found || (int)found->type != type) cg_fail("request: bad or missing %s", key);
    return found;
}

/* The value of a whole-number or boolean option. */
CG_UNUSED static long cg_option(const cg_json *options, const char *name) {
    const cg_json *found = cg_field(options, name);
    if (!found) cg_fail("there is no option %s", name);
    return found->type == CG_TRUE ? 1 : (long)found->number;
}

/* The value of any other number. */
CG_UNUSED static double cg_option_number(const cg_json *options, const char *name) {
    return cg_need(options, name, CG_NUMBER)->number;
}

/* The value of a string or enum option. */
CG_UNUSED static const char *cg_option_text(const cg_json *options, const char *name) {
    return cg_need(options, name, CG_STRING)->text;
}

/* ---- responses ---- */

typedef struct { const char *text; int seats; } cg_state; /* of one request */
static cg_state cg_last;                                   /* the newest in a batch */
static int cg_turned;                                      /* by the newest turn */
static const cg_game *cg_rules;

static cg_state cg_state_of(const cg_json *request) {
    const cg_json *state = cg_field(request, "state");
    if (!state) {
        if (!cg_last.text) cg_fail("request: state is missing");
        return cg_last;
    }
    int seats = (int)cg_need(state, "seats", CG_NUMBER)->number;
    if (seats < 1 || seats > CG_SEATS) cg_fail("request: bad state");
    return (cg_state){cg_need(state, "state", CG_STRING)->text, seats};
}

static uint64_t cg_to_act(cg_state state) {
    uint64_t acting = cg_rules->to_act(state.text);
    if (state.seats < CG_SEATS && acting >> state.seats)
        cg_fail("to_act names a seat that the match of %d does not have", state.seats);
    return acting;
}

static int cg_acts(uint64_t acting, int seat) { return (int)(acting >> seat & 1); }

static void cg_write_number(cg_out *out, double number) {
    if (!isfinite(number)) cg_fail("scores: not a finite number");
    for (int digits = 1; digits <= 17; digits++) {
        char text[40];
        snprintf(text, sizeof text, "%.*g", digits, number);
        if (strtod(text, NULL) == number) {
            cg_write(out, text, strlen(text));
            return;
        }
    }
}

static void cg_write_scores(cg_out *out, const double *scores, int seats) {
    cg_write(out, "[", 1);
    for (int seat = 0; seat < seats; seat++) {
        if (seat) cg_write(out, ",", 1);
        cg_write_number(out, scores[seat]);
    }
    cg_write(out, "]", 1);
}

static void cg_write_outcome(cg_out *out, cg_state state, const double *scores) {
    cg_out detail = {0};
    cg_print(out, "\"outcome\":{\"scores\":");
    cg_write_scores(out, scores, state.seats);
    if (cg_rules->detail) cg_rules->detail(&detail, state.text);
    if (detail.length) cg_print(out, ",\"detail\":%s", detail.text);
    cg_write(out, "}", 1);
}

static int cg_includes(const cg_json *request, const char *name) {
    const cg_json *include = cg_field(request, "include");
    for (const cg_json *item = include ? include->first : NULL; item; item = item->next)
        if (item->type == CG_STRING && strcmp(item->text, name) == 0) return 1;
    return 0;
}

static void cg_write_texts(cg_out *out, cg_state state, uint64_t seats,
                           void (*print)(cg_out *, const char *, int)) {
    const char *comma = "";
    cg_write(out, "[", 1);
    for (int seat = 0; seat < state.seats; seat++) {
        if (!cg_acts(seats, seat)) continue;
        cg_out line = {0};
        print(&line, state.text, seat);
        cg_print(out, "%s", comma);
        if (line.text || print == cg_rules->observe) cg_quote(out, line.text ? line.text : "");
        else cg_print(out, "null");
        comma = ",";
    }
    cg_write(out, "]", 1);
}

static void cg_write_legal(cg_out *out, cg_state state, uint64_t acting) {
    const char *comma = "";
    cg_print(out, ",\"legal\":[");
    for (int seat = 0; seat < state.seats; seat++) {
        if (!cg_acts(acting, seat)) continue;
        cg_print(out, "%s", comma);
        comma = ",";
        if (!cg_rules->legal) {
            cg_print(out, "null");
            continue;
        }
        cg_list legal = {0};
        cg_rules->legal(&legal, state.text, seat);
        for (size_t i = 0; i < legal.length; i++) {
            cg_write(out, i ? "," : "[", 1);
            cg_quote(out, legal.items[i]);
        }
        cg_print(out, legal.length ? "]" : "[]");
    }
    cg_write(out, "]", 1);
}

static void cg_write_display(cg_out *out, cg_state state, const cg_json *display) {
    const cg_json *named = cg_field(display, "audience");
    int audience = named && named->type == CG_NUMBER ? (int)named->number : CG_SPECTATORS;
    const struct { const char *name; void (*print)(cg_out *, const char *, int); } parts[] = {
        {"text", cg_rules->text}, {"grid", cg_rules->grid},
        {"picture", cg_rules->picture}, {"caption", cg_rules->caption}};
    const char *comma = "";
    cg_print(out, ",\"display\":{");
    for (int i = 0; i < 4; i++) {
        cg_out part = {0};
        if (parts[i].print) parts[i].print(&part, state.text, audience);
        else if (i == 0 && cg_rules->hidden && audience >= 0)
            cg_rules->observe(&part, state.text, audience);
        else if (i == 0 && !cg_rules->hidden)
            for (int seat = 0; seat < state.seats; seat++) {
                if (seat) cg_print(&part, "\n");
                cg_rules->observe(&part, state.text, seat);
            }
        if (!part.text) continue;
        cg_print(out, "%s\"%s\":", comma, parts[i].name);
        if (i == 1 || i == 2) cg_write(out, part.text, part.length);
        else cg_quote(out, part.text);
        comma = ",";
    }
    cg_write(out, "}", 1);
}

static void cg_write_state(cg_out *out, cg_state state) {
    cg_print(out, "\"state\":{\"seats\":%d,\"state\":", state.seats);
    cg_quote(out, state.text);
    cg_write(out, "}", 1);
}

static void cg_write_position(cg_out *out, cg_state state, const cg_json *request) {
    uint64_t acting = cg_to_act(state), all = ~(uint64_t)0;
    double scores[CG_SEATS] = {0};
    const char *comma = "";
    cg_print(out, ",\"position\":{");
    cg_write_state(out, state);
    cg_print(out, ",\"to_act\":[");
    for (int seat = 0; seat < state.seats; seat++)
        if (cg_acts(acting, seat)) {
            cg_print(out, "%s%d", comma, seat);
            comma = ",";
        }
    cg_print(out, "],\"observations\":");
    int everyone = cg_includes(request, "observations");
    cg_write_texts(out, state, everyone ? all : acting, cg_rules->observe);
    cg_rules->scores(scores, state.text, state.seats);
    if (!acting) {
        cg_write(out, ",", 1);
        cg_write_outcome(out, state, scores);
    }
    if (cg_rules->news) {
        cg_print(out, ",\"news\":");
        cg_write_texts(out, state, all, cg_rules->news);
    }
    cg_out automatic = {0};
    if (cg_rules->automatic && acting && !(acting & (acting - 1)))
        cg_rules->automatic(&automatic, state.text);
    if (automatic.text) {
        cg_print(out, ",\"automatic\":");
        cg_quote(out, automatic.text);
    }
    if (cg_includes(request, "legal")) cg_write_legal(out, state, acting);
    if (cg_includes(request, "scores")) {
        cg_print(out, ",\"scores\":");
        cg_write_scores(out, scores, state.seats);
    }
    const cg_json *include = cg_field(request, "include");
    for (const cg_json *item = include ? include->first : NULL; item; item = item->next)
        if (cg_field(item, "display")) cg_write_display(out, state, cg_field(item, "display"));
    cg_write(out, "}", 1);
    cg_last = state;
}

/* At most 40 characters of a player's reply, without control characters. */
static void cg_clip(cg_out *out, const char *text) {
    int characters = 0;
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if ((c & 0xc0) != 0x80 && characters++ == 40) {
            cg_print(out, "…");
            return;
        }
        if (c < 32 || c == 127) {
            cg_utf8(out, 0xfffd);
        } else if (c == 0xc2 && (unsigned char)text[1] < 0xa0) {
            cg_utf8(out, 0xfffd);
            text++;
        } else {
            cg_write(out, text, 1);
        }
    }
}

/* The default of `parse`. */
static int cg_look_up(cg_out *out, cg_state state, int seat, const char *reply) {
    cg_list legal = {0};
    if (!cg_rules->legal) cg_fail("the game has neither legal nor parse");
    cg_rules->legal(&legal, state.text, seat);
    reply += strspn(reply, " \t\r\n");
    size_t length = strlen(reply);
    while (length && strchr(" \t\r\n", reply[length - 1])) length--;
    cg_out action = {0};
    cg_write(&action, reply, length);
    for (size_t i = 0; i < legal.length; i++)
        if (strcmp(action.text, legal.items[i]) == 0) {
            cg_write(out, action.text, length);
            return 1;
        }
    cg_print(out, "`");
    cg_clip(out, action.text);
    cg_print(out, "` is not one of ");
    for (size_t i = 0; i < legal.length && i < 20; i++)
        cg_print(out, "%s%s", i ? ", " : "", legal.items[i]);
    if (legal.length > 20) cg_print(out, ", …");
    return 0;
}

static void cg_write_nullable(cg_out *out, const char *text) {
    if (text) cg_quote(out, text);
    else cg_print(out, "null");
}

static void cg_turn(cg_out *out, const cg_json *request) {
    cg_state state = cg_state_of(request);
    uint64_t acting = cg_to_act(state);
    const char *actions[CG_SEATS] = {0}, *reasons[CG_SEATS] = {0};
    const cg_json *automatic = cg_field(request, "automatic"), *reply = NULL;
    int forced = automatic && automatic->type == CG_TRUE, failed = 0;
    if (!forced) reply = cg_need(request, "replies", CG_ARRAY)->first;
    for (int seat = 0; seat < state.seats; seat++) {
        if (!cg_acts(acting, seat)) continue;
        cg_out action = {0};
        int legal = 0;
        if (forced) {
            if (!cg_rules->automatic) cg_fail("the game has no automatic actions");
            cg_rules->automatic(&action, state.text);
            legal = 1;
        } else {
            if (!reply) cg_fail("request: too few replies");
            if (reply->type == CG_STRING && cg_rules->parse)
                legal = cg_rules->parse(&action, state.text, seat, reply->text);
            else if (reply->type == CG_STRING)
                legal = cg_look_up(&action, state, seat, reply->text);
            reply = reply->next;
        }
        *(legal ? &actions[seat] : &reasons[seat]) = legal && !action.text ? "" : action.text;
        failed |= !legal;
    }
    if (reply) cg_fail("request: too many replies");
    const char *comma = "";
    cg_print(out, ",\"actions\":[");
    for (int seat = 0; seat < state.seats; seat++)
        if (cg_acts(acting, seat)) {
            cg_print(out, "%s", comma);
            cg_write_nullable(out, actions[seat]);
            comma = ",";
        }
    cg_print(out, failed ? "],\"reasons\":[" : "]");
    comma = "";
    for (int seat = 0; failed && seat < state.seats; seat++)
        if (cg_acts(acting, seat)) {
            cg_print(out, "%s", comma);
            cg_write_nullable(out, reasons[seat]);
            comma = ",";
        }
    cg_turned = !failed;
    if (failed) {
        cg_write(out, "]", 1);
        return;
    }
    cg_rng rng;
    cg_out next = {0};
    cg_rng_start(&rng, cg_need(request, "chance", CG_STRING)->text);
    cg_rules->apply(&next, state.text, actions, &rng);
    if (!next.text) cg_fail("apply printed no state");
    cg_write_position(out, (cg_state){next.text, state.seats}, request);
}

static void cg_start(cg_out *out, const cg_json *request) {
    cg_rng rng;
    cg_out state = {0};
    int seats = (int)cg_need(request, "seats", CG_NUMBER)->number;
    if (seats < 1 || seats > CG_SEATS) cg_fail("request: %d seats", seats);
    cg_rng_start(&rng, cg_need(request, "chance", CG_STRING)->text);
    cg_rules->start(&state, cg_need(request, "options", CG_OBJECT), seats, &rng);
    if (!state.text) cg_fail("start printed no state");
    cg_write_position(out, (cg_state){state.text, seats}, request);
}

static void cg_initialize(cg_out *out, const cg_json *request) {
    const cg_json *versions = cg_need(request, "protocol", CG_OBJECT);
    int least = (int)cg_need(versions, "min", CG_NUMBER)->number;
    int most = (int)cg_need(versions, "max", CG_NUMBER)->number;
    if (least > CG_PROTOCOL || most < CG_PROTOCOL)
        cg_fail("protocol %d to %d was asked for; this library has %d", least, most, CG_PROTOCOL);
    const cg_json *variant = cg_field(request, "variant");
    if (variant && variant->type != CG_NULL) cg_fail("there are no variants");
    const cg_game *game = cg_rules;
    cg_print(out, ",\"protocol\":%d,\"manifest\":{\"game\":{\"slug\":", CG_PROTOCOL);
    cg_quote(out, game->slug);
    if (game->title) cg_print(out, ",\"title\":%s", game->title);
    cg_print(out, ",\"seats\":[%d,%d],\"scoring\":\"%s\"", game->seats[0], game->seats[1],
             game->points ? "points" : "win-loss");
    if (game->hidden) cg_print(out, ",\"hidden\":true");
    if (game->chance) cg_print(out, ",\"chance\":\"%s\"", game->chance);
    if (game->internal_legal) cg_print(out, ",\"legal\":\"internal\"");
    cg_write(out, "}", 1);
    if (game->options) cg_print(out, ",\"options\":%s", game->options);
    cg_print(out, "},\"environment\":%s", game->environment ? game->environment : "{}");
}

static void cg_forfeit(cg_out *out, const cg_json *request) {
    cg_state state = cg_state_of(request);
    double scores[CG_SEATS] = {0}, below = INFINITY;
    uint64_t failed = 0;
    const cg_json *seats = cg_need(request, "seats", CG_ARRAY);
    for (const cg_json *seat = seats->first; seat; seat = seat->next) {
        if (!(seat->number >= 0 && seat->number < state.seats)) cg_fail("request: bad seat");
        failed |= (uint64_t)1 << (int)seat->number;
    }
    cg_rules->scores(scores, state.text, state.seats);
    for (int seat = 0; seat < state.seats; seat++)
        if (!cg_acts(failed, seat) && scores[seat] - 1 < below) below = scores[seat] - 1;
    if (isinf(below)) below = 0;
    for (int seat = 0; seat < state.seats; seat++) {
        int lost = cg_acts(failed, seat);
        if (!cg_rules->points) scores[seat] = lost ? 0 : failed ? 1 : 0.5;
        else if (lost && below < scores[seat]) scores[seat] = below;
    }
    if (cg_rules->forfeit) cg_rules->forfeit(scores, state.text, state.seats, failed);
    cg_write(out, ",", 1);
    cg_write_outcome(out, state, scores);
}

static void cg_write_action(cg_out *out, const cg_out *action) {
    cg_print(out, ",\"action\":");
    cg_write_nullable(out, action->text);
}

static int cg_seat_of(const cg_json *request, cg_state state) {
    double seat = cg_need(request, "seat", CG_NUMBER)->number;
    if (!(seat >= 0 && seat < state.seats)) cg_fail("request: bad seat");
    return (int)seat;
}

static void cg_fallback(cg_out *out, const cg_json *request) {
    cg_state state = cg_state_of(request);
    const cg_json *reply = cg_field(request, "reply");
    cg_out action = {0};
    if (cg_rules->fallback)
        cg_rules->fallback(&action, state.text, cg_seat_of(request, state),
                           reply && reply->type == CG_STRING ? reply->text : NULL);
    cg_write_action(out, &action);
}

static void cg_draw(cg_out *out, const cg_json *request, int resample) {
    cg_state state = cg_state_of(request);
    int seat = cg_seat_of(request, state);
    cg_rng rng;
    cg_out drawn = {0};
    cg_list legal = {0};
    cg_rng_start(&rng, cg_need(request, "chance", CG_STRING)->text);
    if (resample) {
        if (cg_rules->resample) cg_rules->resample(&drawn, state.text, seat, &rng);
        cg_write(out, ",", 1);
        if (drawn.text) cg_write_state(out, (cg_state){drawn.text, state.seats});
        else cg_print(out, "\"state\":null");
        return;
    }
    if (cg_rules->sample) {
        cg_rules->sample(&drawn, state.text, seat, &rng);
    } else if (cg_rules->legal) {
        cg_rules->legal(&legal, state.text, seat);
        if (legal.length) cg_print(&drawn, "%s", legal.items[cg_below(&rng, legal.length)]);
    }
    cg_write_action(out, &drawn);
}

static int cg_answer(cg_out *out, const cg_json *request);

/* The responses up to the first that is no success. */
static void cg_batch(cg_out *out, const cg_json *request) {
    const char *comma = "";
    cg_print(out, ",\"responses\":[");
    for (const cg_json *one = cg_need(request, "requests", CG_ARRAY)->first; one; one = one->next) {
        cg_print(out, "%s", comma);
        comma = ",";
        if (!cg_answer(out, one)) break;
    }
    cg_write(out, "]", 1);
}

static void cg_dispatch(cg_out *out, const cg_json *request) {
    const char *type = cg_need(request, "type", CG_STRING)->text;
    if (strcmp(type, "turn") == 0) cg_turn(out, request);
    else if (strcmp(type, "start") == 0) cg_start(out, request);
    else if (strcmp(type, "position") == 0) cg_write_position(out, cg_state_of(request), request);
    else if (strcmp(type, "initialize") == 0) cg_initialize(out, request);
    else if (strcmp(type, "fallback") == 0) cg_fallback(out, request);
    else if (strcmp(type, "forfeit") == 0) cg_forfeit(out, request);
    else if (strcmp(type, "sample") == 0) cg_draw(out, request, 0);
    else if (strcmp(type, "resample") == 0) cg_draw(out, request, 1);
    else if (strcmp(type, "batch") == 0) cg_batch(out, request);
    else cg_fail("there is no request type %.40s", type);
}

/* Runs the request; 0 if it stopped early. In a function of its own, because what `longjmp` brings
 * back must not meet variables that have changed. */
static int cg_try(cg_out *body, const cg_json *request) {
    jmp_buf here, *outer = cg_error.catcher;
    cg_error.catcher = &here;
    int stopped = setjmp(here);
    if (!stopped) cg_dispatch(body, request);
    cg_error.catcher = outer;
    return !stopped;
}

static void cg_write_error(cg_out *out) {
    cg_print(out, cg_error.rejected ? ",\"rejected\":{" : ",\"error\":{");
    if (cg_error.rejected) {
        cg_print(out, "\"option\":");
        cg_quote(out, cg_error.option);
        cg_write(out, ",", 1);
    }
    cg_print(out, "\"message\":");
    cg_quote(out, cg_error.message);
    if (!cg_error.rejected && cg_error.at[0]) {
        cg_print(out, ",\"at\":");
        cg_quote(out, cg_error.at);
    }
    cg_write(out, "}", 1);
}

/* Writes the response; returns whether it was a success. */
static int cg_answer(cg_out *out, const cg_json *request) {
    cg_out *body = cg_get(sizeof *body);
    int success = cg_try(body, request);
    if (!success) {
        *body = (cg_out){0};
        cg_write_error(body);
    } else if (strncmp(body->text, ",\"actions\":", 11) == 0) {
        success = cg_turned;
    }
    cg_write(out, "{", 1);
    const cg_json *id = cg_field(request, "id");
    if (id) cg_print(out, "\"id\":%s", id->text);
    size_t skipped = id ? 0 : 1; /* the comma */
    cg_write(out, body->text + skipped, body->length - skipped);
    cg_write(out, "}", 1);
    return success;
}

/* Answers the requests on standard input until it ends. For `return` in `main`. */
CG_UNUSED static int cg_run(const cg_game *game) {
    cg_rules = game;
    FILE *responses = fdopen(dup(1), "w");
    /* What the rules print goes to the log. */
    if (!responses || dup2(2, 1) < 0) return 1;
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        cg_out out = {0};
        jmp_buf here;
        cg_last = (cg_state){NULL, 0};
        cg_error.catcher = &here;
        if (setjmp(here)) {
            fprintf(stderr, "%s\n", cg_error.message);
            return 1;
        }
        cg_at = line;
        cg_answer(&out, cg_read(0));
        cg_write(&out, "\n", 1);
        if (fwrite(out.text, 1, out.length, responses) != out.length || fflush(responses)) return 1;
        cg_release();
    }
    free(line);
    return fclose(responses) != 0;
}

#endif
