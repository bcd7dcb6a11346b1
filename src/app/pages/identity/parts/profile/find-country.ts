import type { Country } from './countries.ts'

const letters = 'ABCDEFGHJKLMNOPQRSTWXYZ'
// The first character of each letter in the order of pinyin: 阿 begins A, 八 begins B …
const firsts = [...'阿八嚓哒妸发旮哈讥咔垃痳拏噢妑七呥扨它穵夕丫帀']
const collator = new Intl.Collator('zh-CN')

/** The letter a Chinese character is looked up under; a Latin letter is its own. */
export function initialOf(character: string): string {
  const latin = character.normalize('NFD').charAt(0).toUpperCase()
  if (/[A-Z]/.test(latin)) return latin
  const place = firsts.findLastIndex(first => collator.compare(first, character) <= 0)
  return letters[place] ?? '#'
}

/** First letters of a Chinese name in pinyin: 中国 is `ZG`. */
function initialsOf(nameZh: string): string {
  return [...nameZh].map(initialOf).join('')
}

/** Countries that fit what was typed: a name in either language, first letters in pinyin, the code or the area code. */
export function findCountries(countries: readonly Country[], typed: string): Country[] {
  const wanted = plain(typed)
  if (!wanted) return [...countries]
  const digits = wanted.replace(/^\+|^00/, '')
  if (/^\d+$/.test(digits)) return countries.filter(({ phoneCode }) => phoneCode.slice(1).startsWith(digits))
  return countries
    .map(country => ({ country, rank: rankOf(country, wanted) }))
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.rank - one.rank)
    .map(({ country }) => country)
}

/** Whether a country fits what was typed, by its names or its code. */
export function nameFits(country: Named, typed: string): boolean {
  return rankOf(country, plain(typed)) > 0
}

type Named = Pick<Country, 'code' | 'name' | 'nameZh'>

function rankOf({ code, name, nameZh }: Named, wanted: string): number {
  const english = plain(name)
  if (code.toLowerCase() === wanted || plain(nameZh) === wanted) return 4
  if (english.startsWith(wanted) || nameZh.startsWith(wanted)) return 3
  if (initialsOf(nameZh).toLowerCase().startsWith(wanted)) return 2
  return english.includes(wanted) || nameZh.includes(wanted) ? 1 : 0
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
