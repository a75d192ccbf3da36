// Types for the parts of `mailparser` that the tests use. The package has no types of its own.
declare module 'mailparser' {
  type Address = { value: { address: string; name: string }[] }
  export type ParsedMail = { from: Address; to: Address; subject: string; text: string; html: string | false; messageId: string }
  export const simpleParser: (raw: Buffer) => Promise<ParsedMail>
}
