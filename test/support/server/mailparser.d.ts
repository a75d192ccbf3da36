// The part of mailparser's types that the tests use: the package has none.
declare module 'mailparser' {
  type Address = { value: { address: string; name: string }[] }
  export type ParsedMail = { from: Address; to: Address; subject: string; text: string; html: string | false; messageId: string }
  export const simpleParser: (raw: Buffer) => Promise<ParsedMail>
}
