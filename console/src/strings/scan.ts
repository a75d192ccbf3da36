// Texts of the scan box and of the connection state.

export const scan = {
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
