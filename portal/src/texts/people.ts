// Texts of the people of a business, and of one's own account.

export const STATE_NAMES = { invited: 'Invited', active: 'Active', expired: 'Invitation expired' }

export const ROLE_HINTS = {
  owner: 'Everything, also people and message settings.',
  clerk: 'Quotes, bookings, packages, announcements, customers, messages. No invoices and no keys.',
  accountant: 'Invoices, payments, statements. Sees parcels and quotes.',
  developer: 'API keys, webhooks, request log, test mode. Sees parcels and quotes, but no money.',
}

export const texts = {
  title: 'People',
  lead: 'Who may work for this business here, and what each may do.',
  caption: 'People of the business',
  invite: 'Invite a person',
  inviteTitle: 'Invite a person',
  inviteLead: 'The invitation goes by email, and is good for 14 days. It is accepted by signing in.',
  send: 'Send invitation',
  invited: (email: string) => `${email} is invited.`,
  name: 'Name',
  email: 'Email',
  role: 'Role',
  state: 'State',
  lastSignedIn: 'Last signed in',
  never: 'Never',
  you: 'You',
  changeRole: 'Change role',
  changeRoleTitle: (name: string) => `Change the role of ${name}`,
  save: 'Change role',
  changed: 'The role is changed. It counts from the next click.',
  remove: 'Remove',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: 'The person is out at once, also where still signed in. What the person did stays on record.',
  removed: 'The person is removed.',
  actions: (name: string) => `Actions of ${name}`,

  account: 'Your account',
  accountLead: (email: string) => `You sign in with ${email}.`,
  profile: 'Name and phone',
  phone: 'Phone',
  saveProfile: 'Save',
  saved: 'Saved.',
  sessions: 'Where you are signed in',
  sessionsCaption: 'Sessions, newest first',
  device: 'Browser',
  unknownDevice: 'Unknown browser',
  here: 'This one',
  since: 'Since',
  seen: 'Last used',
  end: 'End',
  endSession: (device: string) => `End ${device}`,
  ended: 'The session is ended.',
}
