// Marks for the tiles of Genial Spezial.

/** The mark on each seat's tiles, in a circle of radius 8, so that colour is not the only sign. */
export const MARKS = ["", "M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0Z", "M-7-2.2H7V2.2H-7Z", "M0-6L6 4.6H-6Z", "M-6-2H-2V-6H2V-2H6V2H2V6H-2V2H-6Z"];
