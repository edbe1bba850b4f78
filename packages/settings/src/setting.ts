/** A value that the operator may set by an option, by a variable of the environment, or by either. */
export interface ValueSetting<Value = unknown> {
  /** Name in the environment, such as `EMBERLINE_TOOLS`. */
  readonly variable?: string;
  /** Name on the command line without its dashes, such as `port`. It wins over the variable. */
  readonly option?: string;
  /** The option may be repeated; its texts are joined by commas. */
  readonly isRepeatable?: true;
  /** What stands for the value in help and README, such as `N`. */
  readonly value: string;
  /** The text that is parsed where the operator sets nothing. */
  readonly default?: string;
  /** What holds where the operator sets nothing and there is no default, such as "all tools". */
  readonly unset?: string;
  /** What it sets, as a phrase. */
  readonly help: string;
  /** The value is a secret or may hold one, so no message repeats it. */
  readonly isSecret?: true;
  /** @throws {WrongValue} */
  parse(text: string): Value;
}

/** An option without a value. */
export interface Switch {
  readonly option: string;
  readonly help: string;
}

/** Everything that the operator of one program may set. */
export type SettingsTable = Readonly<Record<string, ValueSetting | Switch>>;

/** What reading a table gives: true or false for a switch, undefined for a value that is not set. */
export type ValuesOf<Table extends SettingsTable> = {
  readonly [Name in keyof Table]: Table[Name] extends ValueSetting<infer Value>
    ? Table[Name] extends { readonly default: string }
      ? Value
      : Value | undefined
    : boolean;
};

/** A text that a setting cannot take. The reader puts the setting's name in front. */
export class WrongValue extends Error {
  override name = "WrongValue";
  /** What is wrong, such as `has no port`; undefined: the value itself is quoted. */
  readonly fault: string | undefined;

  /** @param right what would be right, such as `give a whole number` */
  constructor(right: string, fault?: string) {
    super(right);
    this.fault = fault;
  }
}
