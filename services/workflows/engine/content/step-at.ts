export interface StepAt {
  id: string;
  place: number;
}
