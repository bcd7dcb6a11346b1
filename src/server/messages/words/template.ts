import type { NoticeType } from '../../../contract/message.ts'

/**
 * Words of one notice. Of each list the first template is taken whose parameters are all there, so that the last one
 * should need none.
 */
export interface Template {
  title: readonly string[]
  content: readonly string[]
}

/** The words of one language. `variants` are chosen by the value of a parameter: `verify.reject`. */
export interface Words {
  notices: Record<NoticeType, Template>
  variants: Record<string, Template>
  /** Values of parameters that are words of ours: `reason.no_money`. */
  values: Record<string, string>
}
