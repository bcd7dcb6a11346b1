/** A Chinese name part in capital letters, as documents of China write it: no tones, no blanks, `LYU` for 吕. */
export async function spelledName({
  text,
  part,
}: {
  text: string
  part: 'lastName' | 'firstName'
}): Promise<string> {
  const { pinyin } = await import('pinyin-pro')
  const syllables = pinyin(text.replaceAll('·', ''), {
    toneType: 'none',
    type: 'array',
    surname: part === 'lastName' ? 'all' : 'off',
  })
  return syllables
    .map(syllable => syllable.replace(/ü(e?)/, (_, e) => (e ? 'ue' : 'yu')))
    .join('')
    .replace(/[^a-z]/gi, '')
    .toUpperCase()
}
