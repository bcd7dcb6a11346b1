/** Where the app runs, as far as it matters for the home screen. */
export interface Place {
  system: 'ios' | 'android' | 'desktop'
  /** Inside another app, whose browser can install nothing: WeChat, QQ, Telegram's links and the like. */
  isInApp: boolean
}

/** Told from the browser's own words (`navigator.userAgent`) and from touch: an iPad calls itself a Mac. */
export function placeOf(userAgent: string, touchPoints = 0): Place {
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && touchPoints > 1)
  const system = isIos ? 'ios' : userAgent.includes('Android') ? 'android' : 'desktop'
  const isGuest = /MicroMessenger|\bQQ\/|\bFB[A-Z]{2}\/|Instagram|\bLine\/|Telegram|; wv\)/.test(userAgent)
  // Every browser of iOS names Safari; what is shown inside an app does not.
  return { system, isInApp: isGuest || (isIos && !userAgent.includes('Safari/')) }
}
