declare const __VERSION__: string

declare module 'virtual:words/*' {
  const catalogue: import('./state/locale.ts').Catalogue
  export default catalogue
}

declare module 'virtual:words/core' {
  type Catalogue = import('./state/locale.ts').Catalogue
  /** The Chinese of it, where the app is not built; there it comes like the words of every other area. */
  export const chinese: Catalogue
  export function keyed(words: Catalogue): Catalogue
}

declare module 'virtual:words' {
  export function load(
    language: string,
    area: string,
  ): Promise<{ default: import('./state/locale.ts').Catalogue }>
}

declare module 'virtual:pages' {
  /** The area of a route; nothing for what is no route. */
  export function areaOf(name: string): Promise<import('./locales/keys.ts').Area | '' | undefined>
  export function load<Props = import('./routing/routes.ts').PageProps>(
    name: string,
  ): Promise<{ default: import('preact').ComponentType<Props> }>
  export function loadHome(): Promise<{
    default: import('preact').ComponentType<import('./routing/routes.ts').PageProps>
  }>
}

declare module 'virtual:sprite' {}

declare module 'virtual:strokes' {
  /**
   * Icons by their names, each the outline of one path in a square of 24: those of the shell at first, which index.html
   * brings; the others when the first page or sheet does (`virtual:sprite`).
   */
  export const strokes: Record<string, string>
}
