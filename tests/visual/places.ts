/** What somebody sees who is not signed in. */
export const signedOutPlaces = {
  welcome: '/',
  login: '/pages/login/login',
  register: '/pages/register/register',
  forget: '/pages/forget/forget',
} as const
