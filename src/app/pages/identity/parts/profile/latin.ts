const special: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
}

/** A name without its accents, where that is all that keeps it from being English letters; null otherwise. */
export function withoutAccents(name: string): string | null {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{ASCII}]/gu, letter => special[letter] ?? letter)
  return plain !== name && /^[A-Za-z .'-]+$/.test(plain) ? plain : null
}

/** A name in Chinese characters. */
export function isChinese(name: string): boolean {
  return /^[\p{Script=Han}·]{1,20}$/u.test(name)
}
