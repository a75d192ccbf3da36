// Texts of the scan box, of the search in it, and of the connection state.

export const scan = {
  camera: 'Camera',
  cameraOpen: 'Scan with the camera',
  cameraPicture: 'Picture of the camera',
  cameraAim: 'Hold a barcode into the picture.',
  cameraClose: 'Close camera',
  cameraRefused: 'This browser may not use the camera. Allow it in the settings of the page.',
  cameraFailed: 'The camera does not work.',
  repeated: '{code} was read twice, and taken once.',
  unknown: 'No match for {code}.',
  mistyped: '{code} is mistyped: a character is wrong.',
  lookAlike: 'Looks like it',
  severalCustomers: '{code} is in use in several businesses. Whose is it?',
  asUnidentified: 'Receive as unidentified',
  asUnidentifiedHint: 'It waits in the queue until somebody can name it',
  offline: 'No connection: {code} cannot be looked up now.',
  receive: 'Receive {code}',
  isOffline: 'Offline',
  waiting: '{count} waiting',
  refused: '{count} refused',
  queueHint: 'What was scanned is kept in this browser and goes out by itself',
} as const

export const search = {
  packages: 'Packages',
  customers: 'Customers',
  quotes: 'Quotes',
  shipments: 'Shipments',
  places: 'Places',
  pages: 'Pages',
  actions: 'Actions',
  toTest: 'Switch to test mode',
  toLive: 'Switch to live mode',
  account: 'Your account, sessions and tokens',
  none: 'Nothing found for “{text}”. Enter looks it up as a code.',
  found: '{count} found',
} as const
