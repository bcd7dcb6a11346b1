/** Why our people decided as they did, in both languages: identity verification, withdrawals, adjustments. */
export const reasons: Record<'zh' | 'en', Record<string, string>> = {
  zh: {
    'verdict.blurred': '证件照片不清晰，文字看不清，请重新拍摄。',
    'verdict.corners': '证件的四个角没有全部拍到，请重新拍摄。',
    'verdict.glare': '照片上有反光或遮挡，文字看不全，请重新拍摄。',
    'verdict.copy': '这是复印件或屏幕翻拍，请拍摄证件原件。',
    'verdict.damaged': '证件有破损或改动的痕迹，请换一份完好的证件。',
    'verdict.hold_unclear': '请重新拍摄手持证件的照片，脸和证件上的文字都需要清晰可见。',
    'verdict.face_differs': '手持证件的人与证件上的照片看起来不是同一人，请由本人手持本人的证件拍摄。',
    'verdict.name_differs': '证件上的姓名与填写的不一致，请改正姓名，或重新拍摄本人的证件。',
    'verdict.birthday_differs': '证件上的出生日期与填写的不一致，请改正后重新拍摄。',
    'verdict.type_differs': '这不是所选类型的证件，请重新拍摄，或重新开始并选择另一种证件。',
    'verdict.expired': '证件已过有效期，请用有效的证件重新认证。',
    'verdict.under_age': '证件显示您未满 18 周岁，暂时不能认证。',
    'verdict.not_possible': '无法用这份证件完成认证，请联系客服。',
    'verdict.other': '审核人员的说明：',
    'reason.address_risk': '收款地址存在安全风险',
    'reason.unconfirmed': '未能与您本人核实这笔提现',
    'reason.source_unclear': '资金来源需要先说明，请联系客服',
    'adjusted.fee_return': '退还手续费',
    'adjusted.correction': '更正入账',
    'adjusted.credit': '补记到账',
    'adjusted.goodwill': '给您的补偿',
    'adjusted.other': '人工调整',
  },
  en: {
    'verdict.blurred':
      'The photo of the document is not sharp, and its words cannot be read. Please take it again.',
    'verdict.corners': 'The corners of the document are not all visible. Please take the photo again.',
    'verdict.glare':
      'A reflection or something else hides words on the document. Please take the photo again.',
    'verdict.copy': 'This is a copy or a picture of a screen. Please photograph the document itself.',
    'verdict.damaged': 'The document is damaged or looks altered. Please use one in good condition.',
    'verdict.hold_unclear':
      'Please take the photo of you holding the document again: your face and its words must be clear.',
    'verdict.face_differs':
      'The person holding the document does not look like its picture. Please hold your own document yourself.',
    'verdict.name_differs':
      'The name on the document is not the one you entered. Please correct it, or send your own document.',
    'verdict.birthday_differs':
      'The date of birth on the document is not the one you entered. Please correct it and take the photo again.',
    'verdict.type_differs':
      'This is not the type of document you chose. Send that one, or start over with the other type.',
    'verdict.expired': 'The document has expired. Please verify again with a valid one.',
    'verdict.under_age': 'By the document you are not 18 yet, so we cannot verify you.',
    'verdict.not_possible': 'You cannot be verified with this document. Please contact us.',
    'verdict.other': 'What our reviewer says:',
    'reason.address_risk': 'the receiving address is not safe',
    'reason.unconfirmed': 'we could not confirm with you that it was yours',
    'reason.source_unclear': 'we first need to know where the money came from, please contact us',
    'adjusted.fee_return': 'a returned fee',
    'adjusted.correction': 'a corrected entry',
    'adjusted.credit': 'a late credit',
    'adjusted.goodwill': 'compensation for you',
    'adjusted.other': 'an adjustment by us',
  },
}
