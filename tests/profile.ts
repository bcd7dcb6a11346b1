/** What a customer says of themselves, as far as the form asks. */
export const profile = {
  firstName: 'Wei',
  lastName: 'Lin',
  country: 'CN',
  state: 'Jiangxi',
  city: 'Jingdezhen',
  address: 'Kiln Road 1',
  postalCode: '333000',
  areaCode: '+86',
  phone: '13800138000',
}
