/**
 * Every call, written out by hand as method, path and who may call, for `call.test.ts`: a call that vanishes, moves or
 * changes its caller disagrees with it, and a new one is added here knowingly.
 */

/** Those of the specification, section 7; pages, groups and the card-type list as decision D2 spells them. */
export const specified = lines(`
  POST /api/common/customerUser/login anyone
  POST /api/common/customerUser/forget anyone
  POST /api/common/customerUser/register anyone
  POST /api/common/customerUser/tgLogin anyone
  POST /api/common/customerUser/tgRegister anyone
  POST /api/common/customerUser/tgBind anyone
  POST /api/common/customerUser/sendEmail anyone
  POST /api/common/exchangeRate anyone
  POST /api/common/cardType/{pageSize}/{page} anyone
  POST /api/common/getCardType anyone
  POST /api/common/appVersion/checkVersion anyone
  POST /api/common/address/selectCountry anyone
  POST /api/common/address/findArea anyone
  GET /api/common/address/chinaArea anyone
  POST /api/common/address/getMailingCost anyone
  GET /api/common/params/{group}/get/{key} anyone

  POST /api/customer/customerUser/deleteAccount customer
  POST /api/customer/customerUser/logout customer
  POST /api/customer/customerUser/updateToken customer
  POST /api/customer/customerUser/updateUserInfo customer
  POST /api/customer/customerUser/updatePassword customer
  POST /api/customer/customerUser/updatePinCode customer
  POST /api/customer/customerUser/isSetPIN customer
  POST /api/customer/customerUser/getUser customer
  POST /api/customer/customerUser/checkPin customer
  POST /api/customer/customerUser/tgUnbind customer
  POST /api/customer/loginLog/{pageSize}/{page} customer
  POST /api/customer/userBill/{pageSize}/{page} customer
  POST /api/customer/res/upload/idAuthorize customer
  POST /api/customer/idAuthorize/submitImg customer
  POST /api/customer/idAuthorize/getKyc customer
  POST /api/customer/idAuthorize/editKyc customer
  GET /api/customer/params/{group}/get/{key} customer
  POST /api/customer/cryptoCurrency/queryWallet customer
  POST /api/customer/cryptoCurrency/masterBudgetBalance customer
  POST /api/customer/cryptoCurrency/convertToMasterBalance customer
  POST /api/customer/cryptoCurrency/convertToCardBalance customer
  POST /api/customer/cryptoCurrency/queryTransferIn customer
  POST /api/customer/feedback/submitFeedback customer
  POST /api/customer/message/unreadMessageCount customer
  POST /api/customer/message/getAllMessageFirst customer
  POST /api/customer/message/{pageSize}/{page} customer
  POST /api/customer/message/read customer
  POST /api/customer/message/get customer
  POST /api/customer/message/confirmTransfer customer
  POST /api/customer/card/openCard customer
  POST /api/customer/card/getCreateCardSuccess customer
  POST /api/customer/card/{pageSize}/{page} customer
  POST /api/customer/card/detail customer
  POST /api/customer/card/cardTranscationList/{pageSize}/{page} customer
  POST /api/customer/card/updateCardPhone customer
  POST /api/customer/card/getCardApplyRecord customer
  POST /api/customer/card/applyCard customer
  POST /api/customer/card/payApply customer
  POST /api/customer/card/applyResult customer
  POST /api/customer/card/restartApplyCard customer
  POST /api/customer/card/finishApply customer
  POST /api/customer/card/cancelPayApply customer
  POST /api/customer/card/confirmCardHolderId customer
  POST /api/customer/card/generatorCardHolderUrl customer
  POST /api/customer/card/activateCard customer
  POST /api/customer/card/updateCardPIN customer
  POST /api/customer/card/cardActivation customer
  POST /api/customer/address/saveAddress customer
  POST /api/customer/address/list/{pageSize}/{page} customer
  POST /api/customer/address/deleteAddress customer
  POST /api/customer/address/updateAddress customer
`)

/** Those of decision D9; what it leaves open (`addressBook/*`, `dispute/*`) as we have it. */
export const decided = lines(`
  POST /api/customer/cryptoCurrency/transferOut customer
  POST /api/customer/cryptoCurrency/transferOutQuote customer
  POST /api/customer/cryptoCurrency/transferOutCancel customer
  POST /api/customer/addressBook/list customer
  POST /api/customer/addressBook/check customer
  POST /api/customer/addressBook/save customer
  POST /api/customer/addressBook/delete customer
  POST /api/customer/cryptoCurrency/quote customer
  POST /api/customer/card/freeze customer
  POST /api/customer/card/unfreeze customer
  POST /api/customer/card/closeCard customer
  POST /api/customer/card/repayDebt customer
  POST /api/customer/card/reportLost customer
  POST /api/customer/card/cardSecret customer
  POST /api/customer/card/cardLimit customer
  POST /api/customer/card/cardRule customer
  POST /api/customer/card/autoRecharge customer
  POST /api/customer/bill/detail customer
  POST /api/customer/bill/export customer
  POST /api/customer/statement/{month} customer
  POST /api/customer/dispute/terms customer
  POST /api/customer/dispute/open customer
  POST /api/customer/dispute/evidence customer
  POST /api/customer/dispute/withdraw customer
  POST /api/customer/dispute/get customer
  POST /api/customer/dispute/list/{pageSize}/{page} customer
  POST /api/customer/invite/list customer
  POST /api/customer/invite/summary customer
  POST /api/customer/invite/prepared customer
  POST /api/customer/session/list customer
  POST /api/customer/session/revoke customer
  POST /api/customer/message/setting customer
  POST /api/customer/message/push/subscribe customer
  POST /api/customer/message/push/unsubscribe customer
  POST /api/customer/message/push/list customer
  POST /api/customer/customerUser/exportData customer
  POST /api/customer/customerUser/cancelDelete customer
  POST /api/customer/customerUser/tgBind customer
  POST /api/common/faq anyone
  POST /api/customer/customerUser/updateEmail customer
`)

/** Our own beyond both. */
export const own = lines(`
  POST /api/common/customerUser/undoEmail anyone
  POST /api/common/secondFactor/undo anyone
  POST /api/common/address/rules anyone
  POST /api/common/idAuthorize/unservedCountries anyone
  POST /api/common/idAuthorize/handoff/open anyone
  POST /api/common/idAuthorize/handoff/picture anyone
  POST /api/common/invite/inviter anyone
  GET /api/common/proof/list/{pageSize}/{page} anyone
  POST /api/common/statement/check anyone

  POST /api/customer/customerUser/deletionCheck customer
  POST /api/customer/customerUser/freeze customer
  POST /api/customer/customerUser/unfreeze customer
  POST /api/customer/customerUser/updatePhrase customer
  POST /api/customer/customerUser/updateWithdrawalDelay customer
  POST /api/customer/customerUser/keepWithdrawalDelay customer
  POST /api/customer/agreement/list customer
  POST /api/customer/agreement/accept customer
  POST /api/customer/addressBook/rename customer
  POST /api/customer/bill/note customer
  POST /api/customer/bill/sums customer
  POST /api/customer/card/lowBalance customer
  POST /api/customer/card/merchants customer
  POST /api/customer/card/nickname customer
  POST /api/customer/card/renewal customer
  POST /api/customer/card/replaceLost customer
  POST /api/customer/card/spending customer
  POST /api/customer/card/tryPurchase customer
  POST /api/customer/card/tryRules customer
  POST /api/customer/card/views/{pageSize}/{page} customer
  POST /api/customer/challenge/approve customer
  POST /api/customer/challenge/deny customer
  POST /api/customer/challenge/get customer
  POST /api/customer/challenge/list customer
  POST /api/customer/cost/cheaper customer
  POST /api/customer/cost/export customer
  POST /api/customer/cost/fees customer
  POST /api/customer/cryptoCurrency/findDeposit customer
  POST /api/customer/cryptoCurrency/transferOutDetail customer
  POST /api/customer/cryptoCurrency/transferOutList/{pageSize}/{page} customer
  POST /api/customer/decision/drop customer
  POST /api/customer/proof/get customer
  POST /api/customer/refund/terms customer
  POST /api/customer/refund/watch customer
  POST /api/customer/refund/change customer
  POST /api/customer/refund/drop customer
  POST /api/customer/refund/list customer
  POST /api/customer/secondFactor/begin customer
  POST /api/customer/secondFactor/confirm customer
  POST /api/customer/secondFactor/drop customer
  POST /api/customer/secondFactor/keep customer
  POST /api/customer/secondFactor/recoveryCodes customer
  POST /api/customer/feedback/get customer
  POST /api/customer/feedback/reply customer
  POST /api/customer/feedback/{pageSize}/{page} customer
  POST /api/customer/res/upload/feedback customer
  POST /api/customer/idAuthorize/spellName customer
  POST /api/customer/idAuthorize/handoff/ask customer
  POST /api/customer/idAuthorize/handoff/get customer
  POST /api/customer/idAuthorize/handoff/end customer
  POST /api/common/passkey/ask anyone
  POST /api/common/passkey/login anyone
  POST /api/customer/passkey/list customer
  POST /api/customer/passkey/addAsk customer
  POST /api/customer/passkey/add customer
  POST /api/customer/passkey/rename customer
  POST /api/customer/passkey/remove customer
  POST /api/customer/passkey/pays customer
  POST /api/customer/passkey/payAsk customer
  POST /api/customer/passkey/payBy customer
  POST /api/customer/passkey/biometricsAdd customer
  POST /api/customer/passkey/biometricsPass customer
`)

function lines(text: string): string[] {
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
}
