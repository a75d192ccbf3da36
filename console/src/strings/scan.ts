// Texts of the scan box, its search, and the connection state.

export const scan = {
  camera: 'Camera',
  cameraOpen: 'Scan with the camera',
  cameraPicture: 'Camera view',
  cameraAim: 'Point the camera at a barcode.',
  cameraClose: 'Close camera',
  cameraRefused: 'Camera access is blocked. Allow it in the site settings.',
  cameraFailed: 'The camera could not be started.',
  repeated: '{code} was scanned twice and counted once.',
  unknown: 'No match for {code}.',
  mistyped: '{code} is mistyped: a character is wrong.',
  lookAlike: 'Similar',
  severalCustomers: '{code} is in use in several businesses. Whose is it?',
  severalPapers: '{code} was issued in several businesses. Whose is it?',
  asUnidentified: 'Receive as unidentified',
  asUnidentifiedHint: 'It stays in the queue until somebody identifies it',
  offline: 'Offline: {code} can’t be looked up now.',
  receive: 'Receive {code}',
  isOffline: 'Offline',
  waiting: '{count} waiting',
  refused: '{count} refused',
  queueHint: 'Scans are queued in this browser and sent automatically',
} as const

export const search = {
  toTest: 'Switch to test mode',
  toLive: 'Switch to live mode',
  papers: 'Invoices and receipts',
  keys: 'Keys',
  keySearch: 'Search: records, pages and actions',
  keyOpen: 'Open the selected result or row',
  keyMove: 'Move among results, or rows of a list',
  keyEnds: 'First or last row of a list',
  keyEscape: 'Clear the search, or close a dialog',
  none: 'Nothing found for “{text}”. Enter looks it up as a code.',
  found: '{count} found',
} as const
