import { language } from '../../../state/locale.ts'

/** Words of the gallery itself: they are nobody's but developers', so no catalogue carries them. */
export function say(chinese: string, english: string): string {
  return language.value === 'zh-CN' ? chinese : english
}

/** Longer than any real text, to see what it does to a part. */
export function long(): string {
  return say(
    '这是一段特别长的文字，用来查看部件在文字远远超出平常长度、需要换行很多次的时候会变成什么样子，也包括没有空格的内容0x52908400098527886E0F7030069857D2E4169EE7',
    'A text far longer than any real one, to see what becomes of a part when words need many lines, and of something without blanks: 0x52908400098527886E0F7030069857D2E4169EE7',
  )
}
