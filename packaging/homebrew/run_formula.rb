# Stands for Homebrew where it cannot be had: checks and unpacks the formula's sources, runs its `install` among them,
# and its test in an empty folder. ruby run_formula.rb FORMULA
require "digest"
require "fileutils"
require "pathname"
require "tmpdir"

# It has as much of Homebrew as the formula uses; anything else is an error.
class Formula
  FACTS = [:desc, :homepage, :url, :version, :sha256, :license].freeze

  class << self
    attr_reader :facts, :needs, :steps

    def inherited(formula)
      super
      formula.instance_variable_set(:@facts, {})
      formula.instance_variable_set(:@needs, [])
      Formula.instance_variable_set(:@latest, formula)
    end

    def latest
      @latest
    end

    FACTS.each do |name|
      define_method(name) { |value| @facts[name] = value }
    end

    def depends_on(what)
      @needs << what
    end

    def test(&steps)
      @steps = steps
    end
  end

  attr_reader :prefix, :testpath

  def initialize(folder)
    @prefix = Pathname(folder) / "prefix"
    @testpath = Pathname(folder) / "test"
    @testpath.mkpath
  end

  def bin
    prefix / "bin"
  end

  def version
    self.class.facts.fetch(:version)
  end

  def system(*words)
    Kernel.system(*words.map(&:to_s)) || raise("#{words.join(" ")}: ended with #{$?}")
  end

  def shell_output(command)
    text = `#{command}`
    raise "#{command}: ended with #{$?}" unless $?.success?

    text
  end

  def assert_match(expected, text)
    raise "found #{text}; needed: #{expected}" unless text.include?(expected)
  end

  def assert_path_exists(path)
    raise "#{path}: not there" unless path.exist?
  end
end

def unpacked(facts, folder)
  archive = facts.fetch(:url).delete_prefix("file://")
  found = Digest::SHA256.file(archive).hexdigest
  raise "#{archive}: its checksum is not the formula's" unless found == facts.fetch(:sha256)

  sources = Pathname(folder) / "sources"
  sources.mkpath
  Kernel.system("tar", "-xzf", archive, "-C", sources.to_s, "--strip-components=1") || raise("#{archive}: damaged")
  sources
end

load File.expand_path(ARGV.fetch(0))
Dir.mktmpdir do |folder|
  recipe = Formula.latest
  missing = Formula::FACTS - recipe.facts.keys
  raise "missing: #{missing.join(", ")}" unless missing.empty?

  formula = recipe.new(folder)
  Dir.chdir(unpacked(recipe.facts, folder)) { formula.install }
  Dir.chdir(formula.testpath) { formula.instance_eval(&recipe.steps) }
end
puts "1 passed, 0 failed"
