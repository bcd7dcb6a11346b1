declare const __VERSION__: string

declare module 'virtual:words/*' {
  const catalogue: import('./state/locale.ts').Catalogue
  export default catalogue
}

declare module 'virtual:words' {
  export function load(
    language: string,
    area: string,
  ): Promise<{ default: import('./state/locale.ts').Catalogue }>
}

declare module 'virtual:pages' {
  export const areas: Partial<Record<string, import('./locales/keys.ts').Area>>
  export function load(
    name: string,
    attempt: number,
  ): Promise<{ default: import('preact').ComponentType<import('./routes.ts').PageProps> }>
}

declare module 'virtual:sprite' {
  const symbols: string
  export default symbols
}
