/** A piece of a published file that is never called here, and what stands in its place. */
export type Cut = [piece: RegExp, instead?: string]

/** The code without these pieces. Each has to be there: another version of the file is read anew. */
export function without(cuts: Cut[], code: string): string {
  return cuts.reduce((rest, [piece, instead = '']) => {
    if (!piece.test(rest)) throw new Error(`there is no ${piece} now`)
    return rest.replace(piece, instead)
  }, code)
}
