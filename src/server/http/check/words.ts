/** The words of the page where statements are checked, by their place on it. */
export type CheckWords = typeof zh

const zh = {
  title: '核对 Glaze 对账单',
  lead: '收到一份 Glaze 的 PDF 对账单？在这里可以知道它是不是我们出具的、有没有被改动过。不需要登录。',
  file: '选择 PDF 文件',
  drop: '也可以把文件拖到这里',
  stays: '文件只在您的设备上读取，不会上传。发给我们的只有编码和文件的指纹（SHA-256）。',
  code: '对账单上的验证编码',
  codeHint: '28 位字母和数字，印在二维码旁。文件里有编码时会自动填好。',
  look: '只核对编码',
  busy: '正在核对…',
  genuine: '真实，未被改动',
  genuineText: '这个文件与我们出具的那一份逐字节相同。',
  altered: '与我们出具的文件不同',
  alteredText:
    '我们用这个编码出具过一份对账单，但这个文件不是那一份。它可能被改动过，也可能是重新保存、打印或转换过的副本。请向对方索取原始文件，在此之前不要依赖它。',
  issued: '我们出具过这份对账单',
  issuedText:
    '这个编码属于下面这份对账单。只凭编码不能说明您手上的文件或纸张没有被改动，请再选择 PDF 文件核对。',
  unknown: '我们没有出具过这份对账单',
  unknownText: '没有任何一份对账单用过这个编码。请不要依赖这份文件。',
  mistyped: '编码不对',
  mistypedText: '请对照对账单重新输入，共 28 位。这不代表对账单是假的。',
  noCode: '这个文件里没有编码',
  noCodeText:
    '请输入对账单上印着的编码。如果上面也没有，这份文件就无法核对：较早的对账单没有编码，CSV 表格也没有。',
  tooOften: '核对得太频繁',
  tooOftenText: '请在一小时后再试。这与您的文件无关。',
  failed: '没有核对成功',
  failedText: '网络或服务暂时不可用，请稍后再试。这与您的文件无关。',
  tooLarge: '文件太大',
  tooLargeText: '我们出具的对账单都不到 50 MB，这个文件不是其中之一。',
  unable: '这个浏览器不能核对文件',
  unableText: '请用较新的浏览器，经 https 打开本页。',
  otherCode: '文件里的编码与打开本页时的不同，下面是文件里那个编码的结果。',
  kind: '种类',
  account: '账户对账单',
  card: '卡片对账单',
  period: '期间',
  zone: '时区',
  issuedAt: '出具时间',
  same: '请与文件上写的对照。为了保护隐私，这里不显示持有人和金额。',
  address: '只相信这个网址上的结果：',
  noScript: '本页需要 JavaScript，在您的设备上读取文件。',
  otherLanguage: 'English',
}

const en: CheckWords = {
  title: 'Check a Glaze statement',
  lead: 'Were you given a PDF statement of Glaze? Find out here whether we issued it and whether it was altered. No log-in needed.',
  file: 'Choose the PDF file',
  drop: 'or drop it here',
  stays:
    'The file is read on your device and never uploaded. All we are sent is the code and the fingerprint of the file (SHA-256).',
  code: 'Code on the statement',
  codeHint: '28 letters and digits, beside the QR code. Filled in by itself when the file has one.',
  look: 'Check the code alone',
  busy: 'Checking…',
  genuine: 'Genuine and unaltered',
  genuineText: 'This file is the one we issued, byte for byte.',
  altered: 'Not the file we issued',
  alteredText:
    'We issued a statement under this code, but this file is not it. It may have been altered, or saved anew, printed or converted. Ask for the original file, and do not rely on this one until then.',
  issued: 'We issued this statement',
  issuedText:
    'The code belongs to the statement below. A code alone does not tell whether the file or paper you have is unaltered: choose the PDF file as well.',
  unknown: 'We issued no such statement',
  unknownText: 'No statement of ours ever had this code. Do not rely on this file.',
  mistyped: 'This is not a whole code',
  mistypedText:
    'Compare it with the statement and type it again: 28 characters. The statement may still be genuine.',
  noCode: 'There is no code in this file',
  noCodeText:
    'Type the code that is printed on the statement. If there is none, it cannot be checked: older statements have no code, and CSV files never do.',
  tooOften: 'Too many checks',
  tooOftenText: 'Please try again in an hour. It has nothing to do with your file.',
  failed: 'It could not be checked',
  failedText:
    'The network or the service is unavailable. Please try again in a moment. It has nothing to do with your file.',
  tooLarge: 'The file is too large',
  tooLargeText: 'Statements of ours are smaller than 50 MB: this file is none of them.',
  unable: 'This browser cannot check files',
  unableText: 'Please open this page with a newer browser, over https.',
  otherCode:
    'The code in the file is another one than you came with. This is what is known of the one in the file.',
  kind: 'Kind',
  account: 'Account statement',
  card: 'Card statement',
  period: 'Period',
  zone: 'Time zone',
  issuedAt: 'Issued',
  same: 'Compare this with what the file says. To protect its owner, names and amounts are not shown here.',
  address: 'Trust the result at this address only:',
  noScript: 'This page needs JavaScript to read the file on your device.',
  otherLanguage: '中文',
}

/** Both languages. */
export const checkWords = { zh, en }
