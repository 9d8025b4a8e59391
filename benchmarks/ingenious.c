/* Random games of Ingenious: the measuring stick for genial's kernels.
 *
 *     ingenious PLAYERS VARIANT GAMES S0 S1
 *
 * plays uniformly random games with the algorithms, the record and the random numbers of
 * src/genial/games/ingenious/rules.py, from the state (S0, S1) of the fast generator, and prints
 * one line of JSON. For the same state both play the same games, which the tests check. The names
 * are those of the rules; what the functions are for is written there.
 *
 * tables.h is made from the tables of genial by yardstick.py.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "tables.h"

#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

enum { STANDARD, TEAMS };
enum { DEALING, PLACING, CHOOSING, DRAWING, OVER };
enum { RACK = 6, FULL = 18, KEEP = N_EDGES * WAYS, SWAP = KEEP + 1, SLOT = 10 };

typedef struct {
    uint64_t free[WORDS];
    uint64_t bag[BAG_WORDS];
    uint64_t aside[BAG_WORDS];
    uint64_t shown[MAX_SEATS][BAG_WORDS];
    uint64_t known[MAX_SEATS];
    uint64_t must[MAX_SEATS];
    uint64_t must_old[MAX_SEATS];
    int16_t scores[MAX_SEATS][N_COLOURS];
    int16_t left;
    uint8_t rack[MAX_SEATS][RACK];
    uint8_t held[MAX_SEATS];
    int8_t players, variant, start, words, phase;
    uint8_t turn;
    int8_t bonus, laid, taken, swapped;
    uint8_t board[BOARD_SIZE];
} Game;

_Static_assert(sizeof(Game) == RECORD_SIZE, "the record is that of rules.DTYPE");
_Static_assert(offsetof(Game, board) == RECORD_BOARD, "the record is that of rules.DTYPE");

/* --- chance: xoroshiro128++, Lemire's bounded numbers --------------------------------------- */

typedef struct {
    uint64_t first, second;
} Stream;

static inline uint64_t rotated(uint64_t word, int by) {
    return word << by | word >> (64 - by);
}

static inline uint64_t random_word(Stream *stream) {
    uint64_t first = stream->first, second = stream->second;
    uint64_t result = rotated(first + second, 17) + first;
    second ^= first;
    stream->first = rotated(first, 49) ^ second ^ second << 21;
    stream->second = rotated(second, 28);
    return result >> 32;
}

static inline unsigned below(Stream *stream, uint32_t bound) {
    uint64_t product = random_word(stream) * bound;
    if (UNLIKELY((uint32_t)product < bound)) {
        uint32_t rest = -bound % bound;
        while ((uint32_t)product < rest) product = random_word(stream) * bound;
    }
    return product >> 32;
}

static inline bool is_unfair(uint32_t rest, uint32_t n) {
    return UNLIKELY(rest < n) && rest < -n % n;
}

/* A number below each of two bounds from one word; the second is packed above the first. */
static inline uint64_t two_below(Stream *stream, uint32_t m, uint32_t n) {
    uint64_t high, low;
    do {
        high = random_word(stream) * m;
        low = (uint64_t)(uint32_t)high * n;
    } while (is_unfair((uint32_t)low, m * n));
    return high >> 32 | low >> 32 << 32;
}

/* --- sets of bits, and bytes as counts ------------------------------------------------------ */

static const uint64_t BYTES = 0x0101010101010101, HIGH = 0x8080808080808080;

static inline unsigned size(uint64_t word) { return (unsigned)__builtin_popcountll(word); }
static inline unsigned lowest(uint64_t word) { return (unsigned)__builtin_ctzll(word); }
static inline uint64_t bit(unsigned k) { return (uint64_t)1 << k; }
static inline unsigned total(uint64_t counts) { return (unsigned)(counts * BYTES >> 56); }
static inline unsigned byte(uint64_t counts, unsigned k) { return counts >> 8 * k & 0xff; }

static inline unsigned byte_of_unit(uint64_t counts, unsigned k) {
    return lowest(((counts * BYTES | HIGH) - (k + 1) * BYTES) & HIGH) >> 3;
}

static inline unsigned nth(uint64_t word, unsigned k) {
#ifdef __BMI2__
    return lowest(_pdep_u64(bit(k), word));
#else
    while (k--) word &= word - 1;
    return lowest(word);
#endif
}

/* --- legal moves ---------------------------------------------------------------------------- */

static inline int track_of(const Game *s, int seat) { return s->variant == TEAMS ? seat % 2 : seat; }

static inline int track_end(const Game *s) {
    return s->variant == TEAMS || s->players == 1 ? 2 * FULL : FULL;
}

static inline int sample(const Game *s, Stream *stream) {
    if (UNLIKELY(s->phase == CHOOSING)) return KEEP + (int)below(stream, 2);
    int turn = s->turn, words = s->words;
    uint64_t open[WORDS];
    unsigned upto[WORDS], edges = 0;
    if (UNLIKELY(!(s->laid >> turn & 1))) {
        for (int word = 0; word < words; word++)
            open[word] = s->free[word] & OPENINGS[s->taken][word];
    } else {
        memcpy(open, s->free, sizeof open);
    }
    for (int word = 0; word < words; word++) upto[word] = edges += size(open[word]);
    uint64_t ways = 0;
    for (int i = 0; i < s->held[turn]; i++) ways |= WAYS_OF_TYPE[s->rack[turn][i]];
    uint64_t pair = two_below(stream, edges, size(ways));
    unsigned k = (uint32_t)pair;
    int word = 0;
    for (int w = 0; w < words - 1; w++) word += k >= upto[w];
    if (word) k -= upto[word - 1];
    int way = (int)nth(ways, pair >> 32);
    return (word * 64 + (int)nth(open[word], k)) * WAYS + way;
}

/* --- what everybody knows of a hidden rack -------------------------------------------------- */

static const uint64_t SLOTS =
    (uint64_t)1 | (uint64_t)1 << SLOT | (uint64_t)1 << 2 * SLOT | (uint64_t)1 << 3 * SLOT |
    (uint64_t)1 << 4 * SLOT | (uint64_t)1 << 5 * SLOT;

static const uint64_t COLOUR_MASK = (1 << N_COLOURS) - 1;

static inline uint64_t slots_held(int count) { return SLOTS & (bit(SLOT * (unsigned)count) - 1); }

static void forget_slot(Game *s, unsigned kind) {
    uint64_t known = s->known[s->turn];
    unsigned k = 0;
    while (known >> SLOT * k & COLOURS_OF_TYPE[kind]) k++;
    if (known >> SLOT * k & COLOUR_MASK) s->must_old[s->turn] &= ~SHOWS[kind];
    uint64_t below_it = known & (bit(SLOT * k) - 1);
    s->known[s->turn] = below_it | known >> SLOT * (k + 1) << SLOT * k;
    if (!(s->known[s->turn] & SLOTS * COLOUR_MASK)) s->must_old[s->turn] = 0;
}

static inline void learn_placed(Game *s, int turn, unsigned kind) {
    int players = s->players;
    if (players == 1) return;
    s->must[turn] &= ~SHOWS[kind];
    if (s->known[turn]) forget_slot(s, kind);
    if (!s->swapped) return;
    unsigned shift = 8 * (kind & 7);
    for (int seat = 0; seat < players; seat++) {
        uint64_t *shown = &s->shown[seat][kind >> 3];
        *shown -= (uint64_t)((*shown >> shift & 0xff) != 0) << shift;
    }
}

/* --- playing -------------------------------------------------------------------------------- */

static inline int symbols_around(const uint8_t *square, int colour) {
    int points = 0;
    for (int k = 0; k < 6; k++) {
        ptrdiff_t step = STEPS[k];
        for (const uint8_t *at = square + step; *at == colour; at += step) points++;
    }
    return points;
}

static inline int least(int a, int b) { return a < b ? a : b; }
static inline int most(int a, int b) { return a > b ? a : b; }

static inline int advanced(int points, int gain, int end) {
    return least(points + gain, points < FULL ? FULL : end);
}

static inline int bonuses(int before, int after) {
    return (before < FULL && FULL <= after) + (before < 2 * FULL && 2 * FULL <= after);
}

static inline int add_score(
    Game *s, int turn, int colour_low, int gain_low, int colour_high, int gain_high
) {
    int end = track_end(s);
    int16_t *scores = s->scores[track_of(s, turn)];
    int before = scores[colour_low], after = advanced(before, gain_low, end), earned;
    if (colour_low == colour_high) {
        int one_way = advanced(after, gain_high, end);
        int other_way = advanced(advanced(before, gain_high, end), gain_low, end);
        after = most(one_way, other_way);
        scores[colour_low] = (int16_t)after;
        earned = bonuses(before, after);
    } else {
        scores[colour_low] = (int16_t)after;
        earned = bonuses(before, after);
        before = scores[colour_high];
        after = advanced(before, gain_high, end);
        scores[colour_high] = (int16_t)after;
        earned += bonuses(before, after);
    }
    return s->players == 1 ? 0 : earned;
}

static inline bool all_full(const Game *s, int track) {
    int end = track_end(s);
    for (int colour = 0; colour < N_COLOURS; colour++)
        if (s->scores[track][colour] != end) return false;
    return true;
}

static inline unsigned lowest_colours(const Game *s, int track) {
    const int16_t *scores = s->scores[track];
    int low = scores[0];
    unsigned mask = 0;
    for (int colour = 1; colour < N_COLOURS; colour++) low = least(low, scores[colour]);
    for (int colour = 0; colour < N_COLOURS; colour++)
        mask |= (unsigned)(scores[colour] == low) << colour;
    return mask;
}

static inline void take_from_rack(Game *s, int turn, int kind) {
    uint8_t *rack = s->rack[turn];
    int last = s->held[turn] - 1, place = 0;
    for (int k = RACK - 1; k >= 0; k--) place = rack[k] == kind ? k : place;
    rack[place] = rack[last];
    rack[last] = N_TYPES;
    s->held[turn] = (uint8_t)last;
}

static inline void place(Game *s, int turn, int edge, int way) {
    uint8_t *low = s->board + EDGE_LOW[edge], *high = s->board + EDGE_HIGH[edge];
    int kind = TYPE_OF_WAY[way];
    int colour_low = way / N_COLOURS, colour_high = way % N_COLOURS;
    int gain_low = symbols_around(low, colour_low);
    int gain_high = symbols_around(high, colour_high);
    *low = (uint8_t)colour_low;
    *high = (uint8_t)colour_high;
    for (int word = 0; word < WORDS; word++) s->free[word] &= LEAVES[edge][word];
    if (UNLIKELY(!(s->laid >> turn & 1))) {
        s->laid |= (int8_t)(1 << turn);
        s->taken |= (int8_t)(1 << EDGE_SYMBOL[edge]);
    }
    take_from_rack(s, turn, kind);
    learn_placed(s, turn, (unsigned)kind);
    s->bonus += (int8_t)add_score(s, turn, colour_low, gain_low, colour_high, gain_high);
}

static inline void end_turn(Game *s, int turn) {
    s->phase = DRAWING;
    int held = s->held[turn];
    if (held > 0) {
        unsigned lowest = lowest_colours(s, track_of(s, turn));
        uint64_t shows = 0;
        for (int k = 0; k < held; k++) shows |= SHOWS[s->rack[turn][k]];
        if (shows >> lowest & 1)
            s->must[turn] |= bit(lowest);
        else
            s->phase = CHOOSING;
    }
}

static void keep(Game *s) {
    int turn = s->turn;
    s->known[turn] |= lowest_colours(s, track_of(s, turn)) * slots_held(s->held[turn]);
    s->must_old[turn] |= s->must[turn];
    s->must[turn] = 0;
    s->phase = DRAWING;
}

static void swap(Game *s) {
    int turn = s->turn;
    for (int k = 0; k < s->held[turn]; k++) {
        unsigned kind = (unsigned)s->rack[turn][k];
        s->aside[kind >> 3] += bit(8 * (kind & 7));
        s->rack[turn][k] = N_TYPES;
    }
    s->held[turn] = 0;
    memcpy(s->shown[turn], s->aside, sizeof s->aside);
    s->must[turn] = s->must_old[turn] = s->known[turn] = 0;
    s->swapped = 1;
    for (int seat = 0; seat < s->players; seat++)
        s->known[seat] |=
            bit(N_COLOURS + (unsigned)turn) * slots_held(seat == turn ? RACK : s->held[seat]);
    s->phase = DRAWING;
}

static inline void play(Game *s, int move) {
    if (UNLIKELY(move >= KEEP)) {
        if (move == SWAP)
            swap(s);
        else
            keep(s);
        return;
    }
    int turn = s->turn;
    place(s, turn, move / WAYS, move % WAYS);
    uint64_t room = 0;
    for (int word = 0; word < WORDS; word++) room |= s->free[word];
    if (UNLIKELY(!room || all_full(s, track_of(s, turn)))) {
        s->bonus = 0;
        s->phase = OVER;
    } else if (UNLIKELY(s->bonus > 0 && s->held[turn] > 0)) {
        s->bonus--;
    } else {
        s->bonus = 0;
        end_turn(s, turn);
    }
}

/* --- drawing -------------------------------------------------------------------------------- */

static inline unsigned kind_at(const uint64_t *counts, unsigned k) {
    unsigned one = total(counts[0]), two = one + total(counts[1]);
    unsigned word = (k >= one) + (k >= two);
    k -= k >= two ? two : k >= one ? one : 0;
    return 8 * word + byte_of_unit(counts[word], k);
}

static inline void put_back(Game *s) {
    for (int word = 0; word < BAG_WORDS; word++) {
        if (UNLIKELY(s->aside[word])) {
            s->bag[word] += s->aside[word];
            s->left += (int16_t)total(s->aside[word]);
            s->aside[word] = 0;
        }
    }
}

static inline void draw(Game *s, Stream *stream) {
    unsigned kind = kind_at(s->bag, below(stream, (uint32_t)s->left));
    int turn = s->turn, held = s->held[turn], following = turn + 1;
    s->bag[kind >> 3] -= bit(8 * (kind & 7));
    s->left--;
    s->rack[turn][held] = (uint8_t)kind;
    s->held[turn] = (uint8_t)(held + 1);
    if (held + 1 < (s->players == 1 ? 1 : RACK)) return;
    if (s->phase == DEALING) {
        s->turn = (uint8_t)following;
        if (following == s->players) {
            s->turn = (uint8_t)s->start;
            s->phase = PLACING;
        }
    } else {
        put_back(s);
        s->turn = (uint8_t)(following < s->players ? following : 0);
        s->phase = PLACING;
    }
}

static inline void deal(Game *s, Stream *stream) {
    while (s->phase == DRAWING || s->phase == DEALING) draw(s, stream);
}

/* --- the end -------------------------------------------------------------------------------- */

static int is_ahead(const int16_t *mine, const int16_t *theirs) {
    int low = 0;
    for (;;) {
        int following = INT16_MAX, my_count = 0, their_count = 0;
        for (int colour = 0; colour < N_COLOURS; colour++) {
            my_count += mine[colour] == low;
            their_count += theirs[colour] == low;
            if (mine[colour] > low) following = least(following, mine[colour]);
            if (theirs[colour] > low) following = least(following, theirs[colour]);
        }
        if (my_count != their_count) return my_count < their_count ? 1 : -1;
        if (following == INT16_MAX) return 0;
        low = following;
    }
}

static void standing(const Game *s, double *out) {
    if (s->players == 1) {
        int low = s->scores[0][0];
        for (int colour = 1; colour < N_COLOURS; colour++) low = least(low, s->scores[0][colour]);
        out[0] = (double)low / track_end(s);
        return;
    }
    int tracks = s->variant == TEAMS ? 2 : s->players;
    for (int seat = 0; seat < s->players; seat++) {
        int mine = track_of(s, seat);
        double ahead = 0;
        for (int track = 0; track < tracks; track++)
            if (track != mine) ahead += 0.5 + 0.5 * is_ahead(s->scores[mine], s->scores[track]);
        out[seat] = ahead / (tracks - 1);
    }
}

static void setup(Game *s, int players, int variant) {
    memset(s, 0, sizeof *s);
    memcpy(s->free, FREE_AT_START[players - 1], sizeof s->free);
    memcpy(s->bag, FULL_BAG, sizeof s->bag);
    memcpy(s->board, BOARD_AT_START[players - 1], sizeof s->board);
    memset(s->rack, N_TYPES, sizeof s->rack);
    s->left = N_TILES;
    s->words = WORDS_IN_USE[players - 1];
    s->players = (int8_t)players;
    s->variant = (int8_t)variant;
}

static uint64_t random_games(
    const Game *template, uint64_t games, Stream *state, double *wins
) {
    Stream stream = *state;
    Game game;
    uint64_t moves = 0;
    double utilities[MAX_SEATS];
    for (uint64_t played = 0; played < games; played++) {
        game = *template;
        deal(&game, &stream);
        while (game.phase != OVER) {
            play(&game, sample(&game, &stream));
            deal(&game, &stream);
            moves++;
        }
        standing(&game, utilities);
        for (int seat = 0; seat < game.players; seat++) wins[seat] += utilities[seat];
    }
    *state = stream;
    return moves;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int count, char **arguments) {
    if (count != 6) {
        fprintf(stderr, "usage: ingenious PLAYERS VARIANT GAMES S0 S1\n");
        return 2;
    }
    int players = atoi(arguments[1]), variant = atoi(arguments[2]);
    uint64_t games = strtoull(arguments[3], NULL, 10);
    Stream stream = {strtoull(arguments[4], NULL, 10), strtoull(arguments[5], NULL, 10)};
    if (players < 1 || players > MAX_SEATS || (variant != STANDARD && players != MAX_SEATS)) {
        fprintf(stderr, "there is no such game\n");
        return 2;
    }
    Game template;
    setup(&template, players, variant);
    double wins[MAX_SEATS] = {0};
    double before = now();
    uint64_t moves = random_games(&template, games, &stream, wins);
    double seconds = now() - before;
    printf("{\"games\": %llu, \"moves\": %llu, \"seconds\": %.9f, \"utilities\": [",
           (unsigned long long)games, (unsigned long long)moves, seconds);
    for (int seat = 0; seat < players; seat++) printf("%s%.17g", seat ? ", " : "", wins[seat]);
    printf("], \"state\": [%llu, %llu]}\n", (unsigned long long)stream.first,
           (unsigned long long)stream.second);
    return 0;
}
