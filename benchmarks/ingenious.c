/* Random games of Ingenious in plain C: the measuring stick for genial's kernels.
 *
 *     ingenious PLAYERS VARIANT GAMES S0 S1
 *
 * plays uniformly random games and prints one line of JSON; its `record` is a hash of the last
 * game's final record. Rules, record, algorithms and random numbers are those of src/genial/games/ingenious/rules.py and src/genial/core/chance.py, S0 and S1
 * being the state of the fast generator; so from the same state both play the very same games,
 * which tests/test_yardstick.py checks. Functions bear the names they have there, where it is also
 * written what they are for. yardstick.py writes the tables of the board into tables.h and compiles.
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
enum { RACK = 6, FULL = 18, DIRECTIONS = 6, SLOT = 10 };
enum { KEEP = N_EDGES * WAYS, SWAP };

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
    int8_t players;
    int8_t variant;
    int8_t shared;
    int8_t start;
    int8_t words;
    int8_t phase;
    uint8_t turn;
    int8_t bonus;
    int8_t laid;
    int8_t taken;
    int8_t swapped;
    uint8_t board[BOARD_SIZE];
} Game;

_Static_assert(sizeof(Game) == RECORD_SIZE, "the record is not that of the rules");
_Static_assert(offsetof(Game, scores) == RECORD_SCORES, "the record is not that of the rules");
_Static_assert(offsetof(Game, board) == RECORD_BOARD, "the record is not that of the rules");

/* --- chance: xoroshiro128++ and Lemire's bounded numbers ------------------------------------ */

typedef struct {
    uint64_t first, second;
} Stream;

static inline uint64_t rotated(uint64_t word, int by) { return word << by | word >> (64 - by); }

static inline uint64_t random_word(Stream *stream) {
    uint64_t first = stream->first, second = stream->second;
    uint64_t result = rotated(first + second, 17) + first;
    second ^= first;
    stream->first = rotated(first, 49) ^ second ^ second << 21;
    stream->second = rotated(second, 28);
    return result >> 32;
}

static inline bool is_unfair(uint32_t rest, uint32_t n) {
    return UNLIKELY(rest < n) && rest < -n % n;
}

static inline unsigned below(Stream *stream, uint32_t n) {
    uint64_t product;
    do product = random_word(stream) * n;
    while (is_unfair((uint32_t)product, n));
    return (unsigned)(product >> 32);
}

static inline unsigned two_below(Stream *stream, uint32_t m, uint32_t n, unsigned *second) {
    uint64_t high, low;
    do {
        high = random_word(stream) * m;
        low = (high & UINT32_MAX) * n;
    } while (is_unfair((uint32_t)low, m * n));
    *second = (unsigned)(low >> 32);
    return (unsigned)(high >> 32);
}

/* --- sets of bits, and bytes as counts ------------------------------------------------------ */

static const uint64_t BYTES = 0x0101010101010101, BYTES_HIGH = 0x8080808080808080;

static inline unsigned size(uint64_t word) { return (unsigned)__builtin_popcountll(word); }
static inline unsigned lowest(uint64_t word) { return (unsigned)__builtin_ctzll(word); }
static inline unsigned highest(uint64_t word) { return 63 - (unsigned)__builtin_clzll(word); }
static inline uint64_t bit(unsigned k) { return (uint64_t)1 << k; }
static inline int total(uint64_t counts) { return (int)(counts * BYTES >> 56); }

static inline unsigned bytes_upto(uint64_t totals, unsigned k) {
    return 8 - size(((totals | BYTES_HIGH) - (k + 1) * BYTES) & BYTES_HIGH);
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

static inline int rack_size(const Game *s) { return s->players == 1 ? 1 : RACK; }

static inline int sample(const Game *s, Stream *stream) {
    uint64_t open[WORDS], ways = 0;
    memcpy(open, s->free, sizeof open);
    if (UNLIKELY(!(s->laid >> s->turn & 1)))
        for (int word = 0; word < WORDS; word++) open[word] &= OPENINGS[s->taken][word];
    unsigned before[WORDS], edges = 0;
    for (int word = 0; word < WORDS; word++) {
        before[word] = edges;
        edges += size(open[word]);
    }
    const uint8_t *rack = s->rack[s->turn];
    for (int k = 0; k < RACK; k++) ways |= WAYS_OF_TYPE[rack[k]];
    unsigned each = size(ways), way, chosen = 0;
    bool is_choosing = s->phase == CHOOSING;
    unsigned k = two_below(stream, is_choosing ? 2 : edges, is_choosing ? 1 : each, &way);
    if (UNLIKELY(is_choosing)) return KEEP + (int)k;
    for (int word = 1; word < WORDS; word++) chosen += before[word] <= k;
    return (int)((chosen * 64 + nth(open[chosen], k - before[chosen])) * WAYS + nth(ways, way));
}

/* --- what everybody knows of a hidden rack -------------------------------------------------- */

static const uint64_t SLOTS = 0x0004010040100401; /* a one for each tile */
static const uint64_t COLOUR_MASK = (1 << N_COLOURS) - 1;

static inline uint64_t slots_held(int count) { return SLOTS & (bit(SLOT * (unsigned)count) - 1); }

static void forget_slot(Game *s, int kind) {
    uint64_t known = s->known[s->turn], *must_old = &s->must_old[s->turn];
    unsigned at = 0;
    while (known >> at & COLOURS_OF_TYPE[kind]) at += SLOT;
    if (known >> at & COLOUR_MASK) *must_old &= ~SHOWS[kind];
    known = (known & (bit(at) - 1)) | known >> (at + SLOT) << at;
    if (!(known & SLOTS * COLOUR_MASK)) *must_old = 0;
    s->known[s->turn] = known;
}

static void forget_shown(Game *s, int kind) {
    int word = kind >> 3, shift = 8 * (kind & 7);
    for (int seat = 0; seat < s->players; seat++)
        if (s->shown[seat][word] >> shift & 0xff) s->shown[seat][word] -= (uint64_t)1 << shift;
}

static inline void learn_placed(Game *s, int kind) {
    if (s->players == 1) return;
    s->must[s->turn] &= ~SHOWS[kind];
    if (UNLIKELY(s->known[s->turn])) forget_slot(s, kind);
    if (UNLIKELY(s->swapped)) forget_shown(s, kind);
}

static void learn_kept(Game *s, unsigned colours) {
    int turn = s->turn;
    s->known[turn] |= colours * slots_held(s->held[turn]);
    s->must_old[turn] |= s->must[turn];
    s->must[turn] = 0;
}

static void learn_swapped(Game *s) {
    int turn = s->turn;
    s->swapped = 1;
    memcpy(s->shown[turn], s->aside, sizeof s->aside);
    s->must[turn] = s->must_old[turn] = s->known[turn] = 0;
    for (int seat = 0; seat < s->players; seat++) {
        int count = seat == turn ? RACK : s->held[seat];
        s->known[seat] |= bit(N_COLOURS + (unsigned)turn) * slots_held(count);
    }
}

/* --- playing -------------------------------------------------------------------------------- */

static inline int symbols_around(const uint8_t *square, uint8_t colour) {
    int points = 0;
#pragma GCC unroll 6
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        ptrdiff_t step = STEPS[direction];
        for (const uint8_t *at = square + step; *at == colour; at += step) points++;
    }
    return points;
}

static inline int least(int a, int b) { return a < b ? a : b; }

static inline int advanced(int points, int gain, int end) {
    return least(points + gain, points < FULL ? FULL : end);
}

static inline int bonuses(int before, int after) {
    if (after < FULL) return 0;
    return (before < FULL) + (before < 2 * FULL && 2 * FULL <= after);
}

static inline int score(int16_t *points, int gain, int end) {
    int before = *points, after = advanced(before, gain, end);
    *points = (int16_t)after;
    return bonuses(before, after);
}

static inline int add_score(
    Game *s, uint8_t colour_low, int gain_low, uint8_t colour_high, int gain_high
) {
    int16_t *scores = s->scores[track_of(s, s->turn)];
    int end = track_end(s);
    if (UNLIKELY(end > FULL)) {
        int before = scores[colour_low];
        int one_way = advanced(advanced(before, gain_low, end), gain_high, end);
        int other_way = advanced(advanced(before, gain_high, end), gain_low, end);
        if (colour_low == colour_high && one_way < other_way) {
            int first = gain_low;
            gain_low = gain_high;
            gain_high = first;
        }
    }
    int earned = score(&scores[colour_low], gain_low, end);
    earned += score(&scores[colour_high], gain_high, end);
    return s->players == 1 ? 0 : earned;
}

static inline bool all_full(const Game *s, int track) {
    int end = track_end(s);
    for (int colour = 0; colour < N_COLOURS; colour++)
        if (s->scores[track][colour] != end) return false;
    return true;
}

static inline bool has_room(const Game *s) {
    uint64_t rest = 0;
    for (int word = 0; word < WORDS; word++) rest |= s->free[word];
    return rest;
}

static inline int lowest_points(const Game *s, int track) {
    int low = s->scores[track][0];
    for (int colour = 1; colour < N_COLOURS; colour++) low = least(low, s->scores[track][colour]);
    return low;
}

static inline unsigned lowest_colours(const Game *s, int track) {
    int low = lowest_points(s, track);
    unsigned mask = 0;
    for (int colour = 0; colour < N_COLOURS; colour++)
        mask |= (unsigned)(s->scores[track][colour] == low) << colour;
    return mask;
}

static inline void take_from_rack(Game *s, int kind) {
    uint8_t *rack = s->rack[s->turn];
    int last = s->held[s->turn] - 1;
    unsigned where = 0;
    for (int k = 0; k < RACK; k++) where |= (unsigned)(rack[k] == kind) << k;
    rack[highest(where)] = rack[last];
    rack[last] = NO_TILE;
    s->held[s->turn] = (uint8_t)last;
}

static inline void place(Game *s, int edge, int way) {
    uint8_t *low = s->board + EDGE_LOW[edge], *high = s->board + EDGE_HIGH[edge];
    uint8_t colour_low = (uint8_t)(way / N_COLOURS), colour_high = (uint8_t)(way % N_COLOURS);
    int gain_low = symbols_around(low, colour_low), gain_high = symbols_around(high, colour_high);
    s->bonus = (int8_t)(s->bonus + add_score(s, colour_low, gain_low, colour_high, gain_high));
    *low = colour_low;
    *high = colour_high;
    for (int word = 0; word < WORDS; word++) s->free[word] &= LEAVES[edge][word];
    if (UNLIKELY(!(s->laid >> s->turn & 1))) {
        s->laid = (int8_t)(s->laid | 1 << s->turn);
        s->taken = (int8_t)(s->taken | 1 << EDGE_SYMBOL[edge]);
    }
    take_from_rack(s, TYPE_OF_WAY[way]);
    learn_placed(s, TYPE_OF_WAY[way]);
}

static inline void end_turn(Game *s) {
    s->phase = DRAWING;
    if (UNLIKELY(s->held[s->turn] == 0)) return;
    const uint8_t *rack = s->rack[s->turn];
    unsigned colours = lowest_colours(s, track_of(s, s->turn));
    uint64_t shows = 0;
    for (int k = 0; k < RACK; k++) shows |= SHOWS[rack[k]];
    if (UNLIKELY(!(shows >> colours & 1)))
        s->phase = CHOOSING;
    else
        s->must[s->turn] |= bit(colours);
}

static void keep_or_swap(Game *s, int move) {
    int turn = s->turn;
    s->phase = DRAWING;
    if (move != SWAP) {
        learn_kept(s, lowest_colours(s, track_of(s, turn)));
        return;
    }
    for (int k = 0; k < s->held[turn]; k++) {
        unsigned kind = s->rack[turn][k];
        s->aside[kind >> 3] += bit(8 * (kind & 7));
        s->rack[turn][k] = NO_TILE;
    }
    s->held[turn] = 0;
    learn_swapped(s);
}

static inline void play(Game *s, int move) {
    if (UNLIKELY(move >= KEEP)) {
        keep_or_swap(s, move);
        return;
    }
    place(s, move / WAYS, move % WAYS);
    if (UNLIKELY(all_full(s, track_of(s, s->turn)) || !has_room(s))) {
        s->bonus = 0;
        s->phase = OVER;
    } else if (UNLIKELY(s->bonus > 0 && s->held[s->turn] > 0)) {
        s->bonus--;
    } else {
        s->bonus = 0;
        end_turn(s);
    }
}

/* --- drawing -------------------------------------------------------------------------------- */

static inline unsigned kind_at(const uint64_t *counts, unsigned k) {
    unsigned kind = 0;
    uint64_t upto = 0;
    for (int word = 0; word < BAG_WORDS; word++) {
        upto = (counts[word] + (upto >> 56)) * BYTES;
        kind += bytes_upto(upto, k);
    }
    return kind;
}

static inline void put_back(Game *s) {
    for (int word = 0; word < BAG_WORDS; word++) {
        if (UNLIKELY(s->aside[word])) {
            s->bag[word] += s->aside[word];
            s->left = (int16_t)(s->left + total(s->aside[word]));
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
    if (held + 1 < rack_size(s)) return;
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
    for (int low = 0;;) {
        int following = INT16_MAX, my_count = 0, their_count = 0;
        for (int colour = 0; colour < N_COLOURS; colour++) {
            my_count += mine[colour] == low;
            their_count += theirs[colour] == low;
            following = least(following, mine[colour] > low ? mine[colour] : INT16_MAX);
            following = least(following, theirs[colour] > low ? theirs[colour] : INT16_MAX);
        }
        if (my_count != their_count) return my_count < their_count ? 1 : -1;
        if (following == INT16_MAX) return 0;
        low = following;
    }
}

static void standing(const Game *s, double *out) {
    if (s->players == 1) {
        out[0] = (double)lowest_points(s, 0) / track_end(s);
        return;
    }
    int tracks = s->variant == TEAMS ? 2 : s->players;
    for (int seat = 0; seat < s->players; seat++) out[seat] = 0;
    for (int mine = 0; mine < tracks; mine++) {
        for (int theirs = 0; theirs < mine; theirs++) {
            double share = 0.5 + 0.5 * is_ahead(s->scores[mine], s->scores[theirs]);
            out[mine] += share;
            out[theirs] += 1 - share;
        }
    }
    for (int track = 0; track < tracks; track++) out[track] /= tracks - 1;
    for (int seat = tracks; seat < s->players; seat++) out[seat] = out[seat - tracks];
}

/* --- games ---------------------------------------------------------------------------------- */

static void setup(Game *s, int players, int variant) {
    memset(s, 0, sizeof *s);
    memcpy(s->free, FREE_AT_START[players - 1], sizeof s->free);
    memcpy(s->bag, FULL_BAG, sizeof s->bag);
    memcpy(s->board, BOARD_AT_START[players - 1], sizeof s->board);
    memset(s->rack, NO_TILE, sizeof s->rack);
    s->left = N_TILES;
    s->words = WORDS_IN_USE[players - 1];
    s->players = (int8_t)players;
    s->variant = (int8_t)variant;
}

/* Not inlined into main, where the record would be addressed through the stack pointer. */
__attribute__((noinline)) static uint64_t random_games(
    const Game *template, Game *work, uint64_t games, Stream *from, double *wins
) {
    Stream stream = *from;
    double utilities[MAX_SEATS];
    uint64_t plies = 0;
    while (games--) {
        *work = *template;
        deal(work, &stream);
        while (work->phase != OVER) {
            play(work, sample(work, &stream));
            deal(work, &stream);
            plies++;
        }
        standing(work, utilities);
        for (int seat = 0; seat < work->players; seat++) wins[seat] += utilities[seat];
    }
    *from = stream;
    return plies;
}

static uint64_t fingerprint(const Game *s) { /* FNV-1a */
    const uint8_t *bytes = (const uint8_t *)s;
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t k = 0; k < sizeof *s; k++) hash = (hash ^ bytes[k]) * 0x100000001b3;
    return hash;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int count, char **arguments) {
    if (count != 6) {
        fputs("usage: ingenious PLAYERS VARIANT GAMES S0 S1\n", stderr);
        return 2;
    }
    int players = atoi(arguments[1]), variant = atoi(arguments[2]);
    unsigned long long games = strtoull(arguments[3], NULL, 10);
    Stream stream = {strtoull(arguments[4], NULL, 10), strtoull(arguments[5], NULL, 10)};
    bool is_standard = variant == STANDARD && 1 <= players && players <= MAX_SEATS;
    if (!is_standard && !(variant == TEAMS && players == MAX_SEATS)) {
        fputs("there is no such game\n", stderr);
        return 2;
    }
    Game template, work;
    setup(&template, players, variant);
    double wins[MAX_SEATS] = {0};
    double before = now();
    unsigned long long moves = random_games(&template, &work, games, &stream, wins);
    double seconds = now() - before;
    printf("{\"games\": %llu, \"moves\": %llu, \"seconds\": %.9f, \"utilities\": [", games, moves,
           seconds);
    for (int seat = 0; seat < players; seat++) printf("%s%.17g", seat ? ", " : "", wins[seat]);
    printf("], \"state\": [%llu, %llu], \"record\": %llu}\n", (unsigned long long)stream.first,
           (unsigned long long)stream.second, (unsigned long long)fingerprint(&work));
    return 0;
}
