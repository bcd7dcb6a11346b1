import type { Plugin } from 'vite'
import { type Cut, without } from './cut.ts'

const folder = new URL('../../../node_modules/@preact/', import.meta.url).pathname
/** The builds for browsers of today; of itself the bundler takes those for browsers without arrows. */
const builds: Record<string, string> = {
  '@preact/signals': `${folder}signals/dist/signals.mjs`,
  '@preact/signals-core': `${folder}signals-core/dist/signals-core.mjs`,
}

/** What a signal is drawn by that is given as a text or as an attribute, piece by piece of the minified code. */
const bound: Cut[] = [
  [/c\(function\(\)\{p=this\.N\}\)\(\);/],
  [/function w\(\{data:.*?(?=b\("__b")/s],
  [/(?<=b\("__b",\(t,i\)=>\{y\(\);m=void 0;)if\(.*?(?=t\(i\)\}\);b\("__r")/s],
  [/(?<=b\("diffed",\(t,i\)=>\{y\(\);m=void 0;)let n;.*?(?=t\(i\)\}\);function k)/s],
  [/function k\(.*?(?=b\("unmount")/s],
  [/(?<=b\("unmount",\(t,i\)=>\{)if\(.*?\}else(?=\{let t=i\.__c;)/s],
]

/** What tells tools of developers which component is drawn, and why. */
const told: Cut[] = [
  [/const d=.*?DEVTOOLS__;/],
  [/var i;if\(d\)null==\(i=this\.y\)\|\|i\.call\(this\);/],
  [/,\{name:i\}(?=\);n\.c=t)/],
  [/,"function"==typeof n\.type\?n\.type\.displayName\|\|n\.type\.name:""/],
]

/** Names of signals and effects, calls when somebody begins or ends to watch one, and what models keep of effects. */
const options: Cut[] = [
  [/this\.W=.*?(?=\}y\.prototype\.brand)/],
  [/else f\(\(\)=>\{var t;null==\(t=this\.W\).*?\}\)/],
  [/if\(void 0===n\)f\(\(\)=>\{var t;null==\(t=this\.Z\).*?\}\)/],
  [/,\{name:"sub"\}/],
  [/this\.name=null==i\?void 0:i\.name;if\(s\)s\.push\(this\)/],
]

/** In a batch, of which we have none: that a signal which has its old value again has not changed. */
const takenBack: Cut[] = [
  [/!function\(\)\{let t=h;h=void 0;.*?\}\(\);/],
  [/!function\(t\)\{if\(0!==e&&0===c\).*?\}\(this\);/],
  [/this\.l=0;/],
]

/**
 * A component that reads a signal is drawn anew when it changes: that is all we use. `@preact/signals` also lets a signal
 * itself be a text or an attribute, for which it looks at every attribute of every element that is drawn, three times. That
 * part does not travel, nor do names, watchers and batches; tests refuse a signal there (testing/setup.ts).
 */
export function leanSignals(): Plugin {
  return {
    name: 'glaze:lean-signals',
    apply: 'build',
    enforce: 'pre',
    resolveId: id => builds[id] ?? null,
    transform: {
      filter: { id: /\/signals(-core)?\/dist\/signals(-core)?\.mjs$/ },
      handler: (code, id) => ({ code: leanSignal(code, id), map: null }),
    },
  }
}

/** One of its files; tests read it, too. */
export function leanSignal(code: string, file: string): string {
  return without(file.endsWith('core.mjs') ? [...options, ...takenBack] : [...bound, ...told], code)
}
