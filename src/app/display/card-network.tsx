/** How each network is known on a card; of Mastercard the two circles, drawn over its name. */
const looks: Record<string, string> = {
  Visa: 'font-size:1.1875rem;font-style:italic;font-weight:700;text-transform:uppercase',
  Mastercard:
    'flex:none;width:2.25rem;font-size:0;background:radial-gradient(circle at 1.5rem,#f79e1bd9 .7rem,#0000 .75rem),radial-gradient(circle at .75rem,#eb001b .7rem,#0000 .75rem)',
}

/** The network of a card, on its face: drawn where we know how, and said. */
export function CardNetwork({ of: name }: { of: string }) {
  return <span style={looks[name]}>{name}</span>
}
