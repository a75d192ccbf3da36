// Texts of one's own account.

export const texts = {
  name: 'Name',
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
