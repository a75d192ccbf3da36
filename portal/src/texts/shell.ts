// Texts of the frame around the pages, and of states that every page has.

const PAGES = {
  overview: 'Overview',
  quotes: 'Quotes',
  packages: 'Packages',
}

export type PageName = keyof typeof PAGES

export const texts = {
  pages: PAGES,
  product: 'Freight portal',
  skip: 'Skip to content',
  navigation: 'Pages',
  more: 'More',
  close: 'Close',
  cancel: 'Cancel',
  back: 'Back',
  account: 'Account',
  signOut: 'Sign out',
  loading: 'Loading',
  slow: 'The server has not answered yet. It may be busy, or the connection slow.',
  retry: 'Try again',
  failedTitle: 'This could not be loaded',
  offlineTitle: 'No connection',
  offline: 'The server cannot be reached. Check your connection, and try again.',
  forbiddenTitle: 'Your role may not open this',
  forbidden: 'An owner of the business can change your role.',
  missingTitle: 'Nothing here',
  missing: 'The address is wrong, or the record belongs to another business or mode.',
  requestId: (id: string) => `Request ${id}. Quote it when you ask for help.`,
  testTitle: 'Test mode',
  test: 'Nothing here moves real freight or money.',
  goLive: 'Go to live',
  goTest: 'Try in test mode',
  live: 'Live',
  mode: 'Mode',
  viewOnly: (name: string) => `${name} looks at this portal for the operator. Nothing can be changed.`,
  chooseTitle: 'Choose a business',
  chooseLead: 'You belong to more than one. Each can be open in a tab of its own.',
  switchBusiness: 'Change business',
  noBusinessTitle: 'No business yet',
  noBusiness: 'Your account belongs to no business any more. Ask an owner of the business, or the forwarder, to invite you.',
  unknownBusinessTitle: 'Not a business of yours',
  unknownBusiness: (prefix: string) => `You do not belong to ${prefix}, or its portal is switched off.`,
  yourBusinesses: 'Your businesses',
  nextPage: 'Next page',
  previousPage: 'Previous page',
  dropFile: 'Drop a file here, or choose one',
  optional: 'optional',
  noMatchTitle: 'Nothing matches',
  noMatch: 'Change or clear the filters.',
  clearFilters: 'Clear filters',
  check: 'Please check these:',
}

export const ROLE_NAMES = { owner: 'Owner', clerk: 'Clerk', accountant: 'Accountant', developer: 'Developer' }
