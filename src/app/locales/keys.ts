import type account from './zh-CN/account.json'
import type card from './zh-CN/card.json'
import type challenge from './zh-CN/challenge.json'
import type control from './zh-CN/control.json'
import type core from './zh-CN/core.json'
import type delay from './zh-CN/delay.json'
import type deletion from './zh-CN/deletion.json'
import type dispute from './zh-CN/dispute.json'
import type fees from './zh-CN/fees.json'
import type find from './zh-CN/find.json'
import type forms from './zh-CN/forms.json'
import type funds from './zh-CN/funds.json'
import type help from './zh-CN/help.json'
import type identity from './zh-CN/identity.json'
import type install from './zh-CN/install.json'
import type invite from './zh-CN/invite.json'
import type messages from './zh-CN/messages.json'
import type nowhere from './zh-CN/nowhere.json'
import type passkey from './zh-CN/passkey.json'
import type physical from './zh-CN/physical.json'
import type refund from './zh-CN/refund.json'
import type renewal from './zh-CN/renewal.json'
import type scan from './zh-CN/scan.json'
import type second from './zh-CN/second.json'
import type statement from './zh-CN/statement.json'
import type todo from './zh-CN/todo.json'
import type wallet from './zh-CN/wallet.json'
import type welcome from './zh-CN/welcome.json'

interface Catalogues {
  core: typeof core
  forms: typeof forms
  control: typeof control
  delay: typeof delay
  deletion: typeof deletion
  dispute: typeof dispute
  fees: typeof fees
  find: typeof find
  nowhere: typeof nowhere
  passkey: typeof passkey
  challenge: typeof challenge
  account: typeof account
  identity: typeof identity
  wallet: typeof wallet
  card: typeof card
  physical: typeof physical
  messages: typeof messages
  install: typeof install
  invite: typeof invite
  funds: typeof funds
  help: typeof help
  refund: typeof refund
  renewal: typeof renewal
  scan: typeof scan
  second: typeof second
  statement: typeof statement
  todo: typeof todo
  welcome: typeof welcome
}

/** A catalogue of words: `core` is always here, `forms` comes with every page, the others with theirs. */
export type Area = keyof Catalogues
/** Every key there is; Chinese is the source. */
export type MessageKey = { [A in Area]: keyof Catalogues[A] }[Area] & string
