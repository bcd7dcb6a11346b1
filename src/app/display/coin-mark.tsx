/** The sign and colour that each coin is known by; white is read on all of them. */
const looks: Record<string, [sign: string, colour: string]> = {
  USDT: ['₮', '#0b6459'],
  USDC: ['$', '#1b4f9c'],
  ETH: ['Ξ', '#6b3fa0'],
  BTC: ['B', '#b25e00'],
  TRX: ['T', '#a3202b'],
}

/** A coin in a list, in place of an icon. Decorative: its name stands beside it. */
export function CoinMark({ of: name }: { of: string }) {
  const [sign, colour] = looks[name] ?? [name.slice(0, 1), '#4a4d50']
  return (
    <span
      class="badge"
      aria-hidden="true"
      style={`border-radius:50%;color:#fff;font-size:20px;background:${colour}`}
    >
      {sign}
    </span>
  )
}
